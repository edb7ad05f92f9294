"""Text that does not compress, the same in every run."""

from __future__ import annotations

import base64
import random


def dense(size: int, seed: object = 7) -> str:
    """Return *size* characters, no two *seed* alike."""
    return base64.b64encode(random.Random(str(seed)).randbytes(size)).decode()[:size]
