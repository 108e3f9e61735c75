"""What Git knows about a folder. Without Git, or without a repository, it is nothing."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

#: Timeout in seconds.
_PATIENCE: Final = 20

#: Modes of files; others are symbolic links and submodules.
_FILES: Final = (b"100644", b"100755")


def run_git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes | None:
    """The output of Git in *folder*, ``None`` if it fails or is not installed.

    :param stdin: its standard input.
    """
    try:
        done = subprocess.run(  # noqa: S603 # with fixed arguments
            ["git", *arguments],  # noqa: S607 # the user's own executable
            cwd=folder,
            input=stdin,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def find_tags(folder: Path, pattern: str) -> list[tuple[str, str]] | None:
    """Name and commit of the tags that match *pattern*, by version.

    :returns: ``None`` without a repository.
    """
    listed = run_git(
        folder, "for-each-ref", "--sort=version:refname",
        "--format=%(refname:strip=2)%00%(if)%(*objectname)%(then)%(*objectname)%(else)"
        "%(objectname)%(end)",
        f"refs/tags/{pattern}",
    )  # fmt: skip
    if listed is None:
        return None
    lines = listed.decode("utf-8", "replace").splitlines()
    return [(name, commit) for name, _, commit in (line.partition("\0") for line in lines)]


def write_files(folder: Path, commit: str, suffixes: tuple[str, ...], target: Path) -> bool:
    """Write the files of *folder* with *suffixes*, as in *commit*, to the new folder *target*.

    :returns: whether Git has them.
    """
    listed = run_git(folder, "ls-tree", "-r", "-z", commit)
    if listed is None:
        return False
    blobs = [
        (head.split()[2], path.decode("utf-8", "surrogateescape"))
        for head, _, path in (entry.partition(b"\t") for entry in listed.split(b"\0") if entry)
        if head.split()[0] in _FILES
    ]
    blobs = [(blob, path) for blob, path in blobs if path.lower().endswith(suffixes)]
    names = b"".join(blob + b"\n" for blob, _ in blobs)
    content = run_git(folder, "cat-file", "--batch", stdin=names)
    if content is None:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as unfinished:
        made = Path(unfinished) / target.name
        made.mkdir()
        for (_, path), data in zip(blobs, _contents(content), strict=False):
            if ".." not in PurePosixPath(path).parts:
                file = made / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
        # An interrupted build leaves no folder that the next one takes for a whole one.
        made.replace(target)
    return True


def _contents(batch: bytes) -> Iterator[bytes]:
    """The objects in the output of ``cat-file``: a line with the size before each."""
    start = 0
    while start < len(batch):
        end = batch.index(b"\n", start)
        size = int(batch[start:end].split()[2])
        yield batch[end + 1 : end + 1 + size]
        start = end + 1 + size + 1
