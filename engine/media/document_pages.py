"""Draw pages of PDF documents as images. Runs in the worker process, like `video_frames`."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pypdfium2

from engine.errors import Refused

# A point is 1/72 inch, so this is 200 dots per inch.
MAX_SCALE = 200 / 72


def open_document(path: Path) -> pypdfium2.PdfDocument:
    """Open a PDF document with at least one page; raises Refused."""
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise Refused(
                "{name} is protected by a password. Save a copy without one and add that.",
                name=path.name,
            ) from error
        raise Refused(
            "{name} is a damaged PDF document. Try another copy.", name=path.name
        ) from error
    if not len(document):
        document.close()
        raise Refused("{name} is a PDF document without pages. Try another copy.", name=path.name)
    return document


def read_pages(
    document: pypdfium2.PdfDocument, path: Path, pages: Sequence[int], side: int
) -> Iterator[np.ndarray]:
    """Yield pages, numbered from 0, as RGB uint8 (height, width, 3), no side above `side`. Raises
    Refused."""
    for number in pages:
        try:
            # The scale may be fractional, whatever pypdfium2's annotations say.
            with closing(document[number]) as page:
                scale = min(MAX_SCALE, (side - 1) / max(1.0, *page.get_size()))
                bitmap = page.render(scale=scale, rev_byteorder=True)  # pyright: ignore[reportArgumentType]
                with closing(bitmap):
                    pixels = bitmap.to_numpy()[..., :3].copy()
        except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
            raise Refused(
                "Page {page} of {name} could not be drawn.", page=number + 1, name=path.name
            ) from error
        yield pixels
