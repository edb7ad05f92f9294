"""
The text model of this service, ``extractive``: it quotes, it does not write.

Reads a conversation, and answers with the sentences of it that best match the last question.
"""

from __future__ import annotations

from dataclasses import dataclass

from airflow_provider.local.errors import Invalid
from airflow_provider.local.text import rank, split_sentences

EXTRACTIVE = "extractive"
ROLES = ("system", "user", "assistant")
MAX_QUOTES = 3
MAX_MESSAGES = 1000


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: str
    content: str


def read_messages(value: object) -> list[Message]:
    """Read an array of ``{"role", "content"}`` objects, at least one of them with text."""
    if not isinstance(value, list) or not value or len(value) > MAX_MESSAGES:
        message = f"Field 'messages' must be a JSON array of 1 to {MAX_MESSAGES} message objects."
        raise Invalid(message)
    messages = [_read_message(position, entry) for position, entry in enumerate(value, start=1)]
    if not any(message.content.strip() for message in messages):
        message = "Field 'messages' has no text: every content is empty."
        raise Invalid(message)
    return messages


def _read_message(position: int, entry: object) -> Message:
    if not isinstance(entry, dict):
        message = f"Message {position} must be an object with 'role' and 'content'."
        raise Invalid(message)
    role, content = entry.get("role"), entry.get("content")
    if role not in ROLES:
        message = f"Message {position} needs a 'role': one of {', '.join(ROLES)}."
        raise Invalid(message)
    if not isinstance(content, str):
        message = f"Message {position} needs a 'content' that is a string."
        raise Invalid(message)
    return Message(role, content)


def quote(messages: list[Message]) -> str:
    """
    Quote the sentences of *messages* that best match the last one of the user, in their order.

    The sentences of that last message come last: they are quoted when nothing before them matches.
    """
    spoken = [message for message in messages if message.content.strip()]
    question = next((one for one in reversed(spoken) if one.role == "user"), spoken[-1])
    asked = split_sentences(question.content)
    earlier = [sentence for one in spoken if one is not question for sentence in split_sentences(one.content)]
    # The question itself matches itself best, so only what is not a question may answer it.
    told = [sentence for sentence in asked if not sentence.endswith("?")]
    for sentences, query in ((earlier + told, _query(asked)), (earlier, question.content)):
        best = sorted(rank(sentences, query=query)[:MAX_QUOTES])
        if best:
            return " ".join(sentences[position] for position in best)
    return " ".join((told or asked)[:MAX_QUOTES])


def _query(asked: list[str]) -> str:
    """Return the questions of the last message, or all of it when it asks none."""
    questions = [sentence for sentence in asked if sentence.endswith("?")]
    return " ".join(questions or asked)
