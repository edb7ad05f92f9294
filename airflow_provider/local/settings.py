"""
What the operator of the service decides: its key, its data, what it may dial, which models it may ask.

Read once at the start, from arguments and the environment; no request can change any of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from airflow_provider.local.models import MODEL_VARIABLES, Models
from airflow_provider.local.workers.limits import Limits

Network = IPv4Network | IPv6Network

KEY_VARIABLE = "CONTENT_AI_LOCAL_KEY"
KEYS_FILE_VARIABLE = "CONTENT_AI_LOCAL_KEYS_FILE"
CHROMIUM_VARIABLE = "CONTENT_AI_CHROMIUM"
# Each variable that is read, and what --help says of it.
VARIABLES = {
    KEY_VARIABLE: "the API key, where --key is not given",
    KEYS_FILE_VARIABLE: "the file of keys, where --keys-file is not given",
    CHROMIUM_VARIABLE: "the Chromium that renders pages with a delay, or none (default: found on PATH)",
    **MODEL_VARIABLES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """
    Everything `create_app` needs.

    *key* may ask, and so may each key of *keys_file*; one of the two is needed. *data* is the directory of the
    collections, created when first needed. *allow_net* lists networks that may be dialled although they are not
    public. Without *models* no language model is asked, and without *chromium* no page is rendered.
    """

    key: str = field(default="", repr=False)
    data: Path
    keys_file: Path | None = None
    allow_net: tuple[Network, ...] = ()
    models: Models | None = None
    chromium: Path | None = None
    page_timeout: float = 30.0
    """Seconds that loading one page, redirects included, may take."""
    body_timeout: float = 30.0
    """Seconds that a client may take to send the body of its request."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if not self.key.strip() and self.keys_file is None:
            message = f"The key is empty. Give one with --key or {KEY_VARIABLE}, or a file of keys with --keys-file."
            raise ValueError(message)
