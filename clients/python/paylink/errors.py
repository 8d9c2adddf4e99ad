"""The two errors of this client."""

from __future__ import annotations

from typing import Optional, Sequence


class PaymentLinkError(Exception):
    """A call that did not succeed.

    Decide by ``code``; the message is for people and never holds a credential. ``code`` is the service's own, or
    ``NO_ANSWER`` (unreachable, timed out), or ``UNEXPECTED_ANSWER`` (not from the service).
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        detail: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
        payment_id: Optional[str] = None,
        errors: Sequence[dict[str, str]] = (),
        tries: int = 1,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.detail = message if detail is None else detail
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.payment_id = payment_id
        self.errors = list(errors)
        self.tries = tries


class WebhookVerificationError(Exception):
    """A delivery that must not be trusted: answer 400 and do nothing else. The message may be logged.

    ``failed`` names the check: ``HEADERS``, ``SECRET``, ``SIGNATURE``, ``TIMESTAMP`` or ``BODY``.
    """

    def __init__(self, failed: str, message: str) -> None:
        super().__init__(message)
        self.failed = failed
