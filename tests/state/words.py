"""What is said of paid answers that cannot be used."""

from __future__ import annotations


def lost(number: int, why: str = "damaged or missing in the task state store") -> str:
    """Return the warning of *number* answers."""
    answers = "1 paid answer" if number == 1 else f"{number} paid answers"
    again = "What was paid stays counted; the same is asked, and paid, again."
    return f"{answers} of earlier tries cannot be used: {why}. {again}"
