"""Ends with 0 where a server on this machine takes requests: ``healthy.py [PORT]``, by default REITERATE_PORT or 8421."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request

PORT = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("REITERATE_PORT", "8421")

try:
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/ready", timeout=5) as answer:
        sys.exit(0 if answer.status == 200 else 1)
except (OSError, urllib.error.URLError) as error:
    sys.exit(f"not ready: {error}")
