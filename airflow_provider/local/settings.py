"""
What the operator of the service decides: its key, its data, what it may dial, which model it may ask.

Read once at the start, from arguments and the environment; no request can change any of it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import TYPE_CHECKING

from airflow_provider.local.workers.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

Network = IPv4Network | IPv6Network

KEY_VARIABLE = "CONTENT_AI_LOCAL_KEY"
MODEL_URL_VARIABLE = "CONTENT_AI_LLM_URL"
MODEL_KEY_VARIABLE = "CONTENT_AI_LLM_KEY"
MODEL_NAME_VARIABLE = "CONTENT_AI_LLM_MODEL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """An OpenAI-compatible endpoint: its base URL (``.../v1``), its key and the model asked by default."""

    url: str
    key: str = field(default="", repr=False)
    name: str = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """
    Everything `create_app` needs.

    *data* is the directory of the collections, created when first needed. *allow_net* lists networks that
    may be dialled although they are not public. Without *model* no language model is asked.
    """

    key: str = field(repr=False)
    data: Path
    allow_net: tuple[Network, ...] = ()
    model: Model | None = None
    page_timeout: float = 30.0
    """Seconds that loading one page, redirects included, may take."""
    body_timeout: float = 30.0
    """Seconds that a client may take to send the body of its request."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if not self.key.strip():
            message = f"The key is empty. Give one with --key or {KEY_VARIABLE}."
            raise ValueError(message)


def read_model(environ: Mapping[str, str] = os.environ) -> Model | None:
    """Return the language model that the environment names, or None."""
    url = environ.get(MODEL_URL_VARIABLE, "").strip()
    if not url:
        return None
    return Model(
        url=url.rstrip("/"),
        key=environ.get(MODEL_KEY_VARIABLE, "").strip(),
        name=environ.get(MODEL_NAME_VARIABLE, "").strip() or "default",
    )
