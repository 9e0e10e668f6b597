"""The files of the page, each compressed once and not per request."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

LARGEST_PLAIN: Final = 600
"""Files below this many bytes are not worth compressing."""
PACKED: Final = (".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest")
"""Suffixes of files worth compressing; images and fonts are already compressed."""
MOST_PACKED: Final = 256  # compressed files in the cache


class Compression(GZipMiddleware):
    """Compress answers, except files, which are already compressed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        path = scope.get("path", "")
        is_file = "." in path.rpartition("/")[2] and not path.startswith("/api/")
        await (self.app if is_file else super().__call__)(scope, receive, send)


class PageFiles(StaticFiles):
    """The files of the page."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file, only inside the page's folder."""
        return ("", None) if path.split(os.sep)[0] == os.pardir else super().lookup_path(path)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Answer with a file, compressed where that helps."""
        plain = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if (
            not isinstance(plain, FileResponse)  # the browser has it cached
            or path.suffix not in PACKED
            or stat_result.st_size <= LARGEST_PLAIN
        ):
            return plain
        plain.headers["Vary"] = "Accept-Encoding"
        if "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            return plain
        kept = ("content-type", "etag", "last-modified", "vary")
        headers = {name: plain.headers[name] for name in kept}
        headers |= {"etag": f"W/{headers['etag']}", "content-encoding": "gzip"}
        return Response(_pack(path, stat_result.st_mtime_ns), status_code, headers)


class LastingFiles(PageFiles):
    """Files with a hash in their name, which never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Let browsers cache them."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


@lru_cache(MOST_PACKED)
def _pack(path: Path, changed: int) -> bytes:
    """Compress a file, and again when it has changed."""
    return gzip.compress(path.read_bytes(), mtime=0)
