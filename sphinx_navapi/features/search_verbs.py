"""The verbs that readers use in queries, and the methods of the operations that they ask for.

`navapi-finder.js` and `built_site/search.py` get them with the index.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sphinx_navapi.content.search_terms import text_terms


@dataclass(frozen=True, slots=True)
class Verb:
    """What the operations do that readers ask for with one of the words.

    :ivar methods: theirs, in lower case, separated by spaces.
    :ivar ends: ``one`` if their paths end with a parameter, ``many`` if they do not, else ``""``.
    :ivar words: in English. :ivar beginnings: of words in the other languages of the interface.
    """

    methods: str
    ends: str
    words: str
    beginnings: str = ""


#: The first that applies counts.
VERBS: Final = (
    Verb(
        "post put", "many",
        "create creates creating add adds new make register open upload insert",
        "adicion erstell anleg hinzufüg hochlad neu crear créer ajout añad agreg nuev criar"
        " aggiung nuov buat tambah oluştur ekle yeni созда добав нов"
        " 作成 追加 만들 생성 추가 创建 添加 新增"
        " إنشاء إضافة",
    ),
    Verb(
        "delete", "one",
        "delete deletes deleting remove removes",
        "lösch entfern elimin borrar supprim excluir remov cancella hapus sil удал 削除 삭제 删除"
        " 刪除 حذف",
    ),
    Verb(
        "patch put post", "one",
        "update updates updating edit edits change changes modify rename replace set",
        "änder aktualisier bearbeit ersetz umbenenn setz actualiz modific cambiar modifi"
        " mettre atualiz alter aggiorn ubah perbarui güncelle"
        " değiştir обнов измен 更新 変更 수정 변경 修改"
        " تحديث تعديل",
    ),
    Verb(
        "get", "many",
        "list lists listing all",
        "auflist liste alle listar lister todos tous toutes elenc daftar semua список все 一覧 목록"
        " 列表 列出 قائمة",
    ),
    Verb(
        "get", "one",
        "get gets fetch retrieve read show find",
        "abruf abfrag lesen zeig obten récupér afficher ottien leggi ambil baca getir oku получ"
        " чита 取得 조회 获取 الحصول",
    ),
    Verb(
        "delete post put", "",
        "cancel cancels",
        "abbrech kündig storn annul batal iptal отмен 取消 취소 إلغاء",
    ),
    Verb("post put", "", "run start trigger execute send", "senden auslös ausführ"),
)  # fmt: skip


def verbs() -> list[list[object]]:
    """`VERBS` for the first file of the index: words as terms, and beginnings with a ``*``."""
    return [
        [
            each.methods.split(),
            each.ends,
            [*text_terms(each.words), *(f"{term}*" for term in text_terms(each.beginnings))],
        ]
        for each in VERBS
    ]
