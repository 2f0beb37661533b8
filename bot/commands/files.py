"""Files for somebody's eyes alone, as large as Discord lets them be."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from bot.tables.refusal import Refusal
from games.text import Text


def packed(files: Mapping[str, bytes], archive: str, most: int, too_much: Text) -> Mapping[str, bytes]:
    """The files by name, together at most so large: packed into one archive if they have to be.

    Refusal with `too_much` if that is no help.
    """
    if sum(map(len, files.values())) <= most:
        return files
    with io.BytesIO() as packing:
        with zipfile.ZipFile(packing, "w", zipfile.ZIP_DEFLATED) as written:
            for name, content in files.items():
                written.writestr(name, content)
        content = packing.getvalue()
    if len(content) > most:
        raise Refusal("input", too_much)
    return {archive: content}
