"""The S3 server of moto on loopback, and a bucket of each test's own."""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto.server import ThreadedMotoServer
from s3fs import S3FileSystem

from tests.reuse.conftest import site, task

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["site", "task"]


@dataclass(frozen=True)
class Bucket:
    """One bucket, and what in the environment leads a process there."""

    name: str
    environment: dict[str, str]
    client: Any

    @property
    def url(self) -> str:
        return f"s3://{self.name}"

    def keys(self) -> list[str]:
        return [one["Key"] for one in self.client.list_objects_v2(Bucket=self.name).get("Contents", ())]

    def content(self, key: str) -> bytes:
        body: bytes = self.client.get_object(Bucket=self.name, Key=key)["Body"].read()
        return body

    def uploads(self) -> list[str]:
        """Return the keys of uploads that were begun and neither completed nor aborted."""
        return [one["Key"] for one in self.client.list_multipart_uploads(Bucket=self.name).get("Uploads", ())]

    def buckets(self) -> list[str]:
        return [one["Name"] for one in self.client.list_buckets()["Buckets"]]


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    """Return a bucket that is empty, and that s3fs finds by the environment."""
    environment = {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "EXAMPLE-ID",
        "AWS_SECRET_ACCESS_KEY": "EXAMPLE-SECRET",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    S3FileSystem.clear_instance_cache()
    made = Bucket(f"test-{uuid.uuid4().hex}", environment, boto3.client("s3"))
    made.client.create_bucket(Bucket=made.name)
    return made
