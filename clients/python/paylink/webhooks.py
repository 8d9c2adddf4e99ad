"""Tells a genuine webhook from any other request."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from typing import Any, Callable, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import WebhookVerificationError
from .transport import json_object

_MAX_SECRETS = 8
_MAX_SIGNATURES = 16
_WRONG = "is wrong; verify the raw bytes of the body as they arrived, with the secret of this webhook"
# No full stop in the id, because it separates the signed parts.
_EVENT_ID = re.compile(r"[!-\-/-~]{1,255}")
_SECONDS = re.compile(r"[0-9]{1,15}")

Headers = Union[Mapping[str, Any], Iterable[Tuple[str, str]]]


class WebhookVerifier:
    """Parses nothing before a signature over exactly the received bytes was verified. Create one and keep it.

    The headers of Standard Webhooks are bound to a time, and decide as soon as one of them is present. Otherwise
    ``x-service-signature`` and ``x-service-signature-v2`` decide, which sign the body alone; ``timed_only`` refuses
    those. Give several secrets during a rotation.
    """

    def __init__(
        self,
        signing_secrets: Union[str, Sequence[str]],
        *,
        timed_only: bool = False,
        tolerance_seconds: float = 300,
        clock: Callable[[], float] = time.time,
    ) -> None:
        secrets = [signing_secrets] if isinstance(signing_secrets, str) else list(signing_secrets)
        if not 1 <= len(secrets) <= _MAX_SECRETS:
            raise ValueError(f"signing_secrets: 1 to {_MAX_SECRETS}")
        if not tolerance_seconds > 0:
            raise ValueError("tolerance_seconds: more than 0")
        self._secrets = [_keys(secret) for secret in secrets]
        self._timed_only = timed_only
        self._tolerance_seconds = tolerance_seconds
        self._clock = clock

    def verify(self, headers: Headers, body: bytes) -> dict[str, Any]:
        """Returns the event of a genuine delivery, or raises :class:`paylink.WebhookVerificationError`.

        ``headers`` are a mapping or pairs, as the server has them; ``body`` is the raw bytes as they arrived.
        """
        if not isinstance(body, (bytes, bytearray, memoryview)):
            raise TypeError("body: the raw bytes, not text or parsed JSON; in Flask: request.get_data()")
        body = bytes(body)
        pairs = [(str(name).lower(), value) for name, value in _pairs(headers)]
        event_id = _once(pairs, "webhook-id")
        timestamp = _once(pairs, "webhook-timestamp")
        signatures = _once(pairs, "webhook-signature")
        plain = _once(pairs, "x-service-signature")
        prefixed = _once(pairs, "x-service-signature-v2")
        if self._timed_only or any(value is not None for value in (event_id, timestamp, signatures)):
            self._check_timed(event_id, timestamp, signatures, body)
        else:
            self._check_body(plain, prefixed, body)
        event = json_object(body)
        if event is None or not isinstance(event.get("eventId"), str) or not isinstance(event.get("type"), str):
            raise WebhookVerificationError("BODY", "the body is genuine but not an event")
        return event

    def __repr__(self) -> str:
        """Shows nothing that could sign anything."""
        return f"WebhookVerifier[{len(self._secrets)} redacted]"

    def _check_timed(
        self, event_id: Optional[str], timestamp: Optional[str], signatures: Optional[str], body: bytes
    ) -> None:
        signed_id = _matching(_EVENT_ID, "webhook-id", event_id)
        signed_time = _matching(_SECONDS, "webhook-timestamp", timestamp)
        values = (signatures or "").split(" ")
        if len(values) > _MAX_SIGNATURES:
            raise WebhookVerificationError("HEADERS", "webhook-signature has too many values")
        given = [value for value in values if value.startswith("v1,")]
        if not given:
            raise WebhookVerificationError("HEADERS", "webhook-signature has no value of version v1")
        signed = f"{signed_id}.{signed_time}.".encode() + body
        right = [
            "v1," + base64.b64encode(hmac.new(decoded, signed, hashlib.sha256).digest()).decode()
            for _, decoded in self._secrets
            if decoded is not None
        ]
        if not right:
            raise WebhookVerificationError("SECRET", "the signing secret is not whsec_ followed by base64")
        if not any(_is_one_of(right, value) for value in given):
            raise WebhookVerificationError("SIGNATURE", f"webhook-signature {_WRONG}")
        # Last, so that "too old" implies that the delivery was genuine.
        age = int(self._clock()) - int(signed_time)
        if abs(age) > self._tolerance_seconds:
            where = "old" if age > 0 else "ahead of this clock"
            raise WebhookVerificationError("TIMESTAMP", f"webhook-timestamp is {abs(age)} s {where}")

    def _check_body(self, plain: Optional[str], prefixed: Optional[str], body: bytes) -> None:
        if plain is None and prefixed is None:
            raise WebhookVerificationError("HEADERS", "no signature header")
        right = [hmac.new(text, body, hashlib.sha256).hexdigest() for text, _ in self._secrets]
        if plain is not None and not _is_one_of(right, plain):
            raise WebhookVerificationError("SIGNATURE", f"x-service-signature {_WRONG}")
        if prefixed is not None and not _is_one_of(["sha256=" + value for value in right], prefixed):
            raise WebhookVerificationError("SIGNATURE", f"x-service-signature-v2 {_WRONG}")


def _keys(secret: str) -> Tuple[bytes, Optional[bytes]]:
    """A secret is two keys in one: its text, and the decoded base64 behind whsec_."""
    # A line feed left over from a file would be part of the key, and nothing would ever verify.
    if not isinstance(secret, str) or not re.fullmatch("[!-~]+", secret):
        raise ValueError("signing_secret: visible ASCII without spaces or line ends, and not empty")
    if secret.startswith("sk_"):
        raise ValueError("signing_secret: a secret of a webhook (whsec_…); this is the secret of an API key")
    encoded = secret[len("whsec_") :] if secret.startswith("whsec_") else ""
    try:
        decoded = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except binascii.Error:
        decoded = b""
    return secret.encode(), decoded or None


def _pairs(headers: Headers) -> Iterable[Tuple[str, Any]]:
    return headers.items() if hasattr(headers, "items") else headers  # type: ignore[union-attr]


def _once(pairs: List[Tuple[str, Any]], name: str) -> Optional[str]:
    """Returns the header's one value. Of two values, another parser on the way might have used the other."""
    values: List[str] = []
    for key, value in pairs:
        if key == name:
            values += [value] if isinstance(value, str) else list(value)
    # Servers join a repeated header with a comma and a space, which no genuine value contains.
    if len(values) > 1 or (values and ", " in values[0]):
        raise WebhookVerificationError("HEADERS", f"{name} was sent more than once")
    return values[0] if values else None


def _matching(pattern: "re.Pattern[str]", name: str, value: Optional[str]) -> str:
    if value is None or not pattern.fullmatch(value):
        raise WebhookVerificationError("HEADERS", f"{name} is {'missing' if value is None else 'malformed'}")
    return value


def _is_one_of(signatures: Iterable[str], given: str) -> bool:
    """Compares in a time that does not depend on how much of ``given`` matches."""
    value = given.encode("utf-8", "replace")
    return any(hmac.compare_digest(right.encode(), value) for right in signatures)
