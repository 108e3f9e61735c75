"""Messages with the same cause: how many are shown, and in what words."""

from __future__ import annotations

from sphinx_navapi.diagnostics import (
    COUNT,
    FOLDERS,
    Cause,
    Report,
    merge_causes,
    missing_folder,
)


def told(key, *places, text="bad", **cause):
    return [Report(text=text, place=p, cause=Cause(key=key, **cause)) for p in places]


def messages(found):
    return [text for _, text in merge_causes(found)]


def test_the_same_message_is_reported_once_with_its_places():
    found = [*told("a", "p:1", "q:2", "p:1", "r:3", "s:4"), *told("b", "x", text="other")]
    assert messages(found) == ["bad (5 places: p:1, q:2, r:3 and 1 more)", "other"]


def test_few_of_a_summary_are_reported_each_and_many_by_it():
    few = [each for n in range(3) for each in told("a", f"p:{n}", text=str(n), summary="x")]
    assert messages(few) == ["0", "1", "2"]
    twice = [*few[:2], *told("a", "q", text="1", summary="x")]
    assert messages(twice) == ["0", "1 (2 places: p:1, q)"]
    summary = f"{COUNT} things"
    many = [
        each
        for n in range(5)
        for each in told("a", f"p:{n}", text=str(n), summary=summary, example=f", as {n}")
    ]
    assert messages(many) == ["5 things, as 0 (p:0, p:1, p:2 and 2 more)"]


def test_a_summary_tells_the_folders_that_differ_first():
    def folders(*places):
        (text,) = messages(told("a", *places, text="each", summary=FOLDERS, many=2))
        return text.rpartition(" (")[0]

    assert folders("a/b/c.md", "a/b/d/e.md", "f.md") == "a (2), the top folder (1)"
    assert folders("docs/a/b.md", "docs/c/d.md", "docs/c/e/f.md") == "docs/c (2), docs/a (1)"
    assert folders("docs/b.md", "docs/d.md") == "docs (2)"
    assert folders(*(f"{name}/b.md" for name in "abcde")) == "a (1), b (1), c (1) and 2 more"


def test_what_follows_is_reported_with_what_it_follows():
    found = [*told("d", "p", text="gone"), *told("d", "q", "r", text="lost", follows=True)]
    assert messages(found) == ["gone; 2 entries are ignored as a result (q, r)"]
    assert messages(found[1:]) == ["lost (2 places: q, r)"]


def test_the_outermost_folder_that_is_missing(tmp_path):
    (tmp_path / "a").mkdir()
    assert missing_folder(tmp_path, "/a/b/c/d.png").key == "folder:a/b"
    assert missing_folder(tmp_path, "a/../x/d.png").key == "folder:x"
    assert missing_folder(tmp_path, "a/d.png") is None
    assert missing_folder(tmp_path, "d.png") is None


def test_a_place_that_is_named_twice_is_reported_once():
    assert messages(told("k", "p:1", "p:1")) == ["bad"]
