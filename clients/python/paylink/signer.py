"""Signs a request in version 2, which also covers the idempotency key."""

import hashlib
import hmac


def canonical(method: str, target: str, timestamp: str, body: bytes, idempotency_key: str) -> str:
    """Returns the string to sign.

    ``target`` is the path with its query exactly as on the request line, ``idempotency_key`` is empty if the request
    has none.
    """
    return "\n".join((method, target, timestamp, hashlib.sha256(body).hexdigest(), idempotency_key))


def signature(secret_key: str, canonical_string: str) -> str:
    """Returns the value of ``X-Signature``."""
    return hmac.new(secret_key.encode(), canonical_string.encode(), hashlib.sha256).hexdigest()
