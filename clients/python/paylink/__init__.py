"""The client of the Payment Link Service for servers: call it, verify its webhooks."""

from .client import PaymentLinkClient
from .errors import PaymentLinkError, WebhookVerificationError
from .signer import canonical, signature
from .webhooks import WebhookVerifier

__all__ = [
    "PaymentLinkClient",
    "PaymentLinkError",
    "WebhookVerificationError",
    "WebhookVerifier",
    "canonical",
    "signature",
]
