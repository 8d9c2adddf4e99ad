"""Signs a request."""

import hashlib
import hmac
from typing import Optional


def canonical(
    method: str, target: str, timestamp: str, body: bytes, idempotency_key: Optional[str] = None
) -> str:
    """Returns the string to sign.

    ``target`` is the path with its query exactly as on the request line, ``idempotency_key`` the value of
    ``X-Idempotency-Key``, None if the request does not have that header.
    """
    lines = [method, target, timestamp, hashlib.sha256(body).hexdigest()]
    if idempotency_key is not None:
        lines.append(idempotency_key)
    return "\n".join(lines)


def signature(secret_key: str, canonical_string: str) -> str:
    """Returns the value of ``X-Signature``."""
    return hmac.new(secret_key.encode(), canonical_string.encode(), hashlib.sha256).hexdigest()
