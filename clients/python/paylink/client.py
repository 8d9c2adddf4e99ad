"""Calls the Payment Link Service for one merchant."""

from __future__ import annotations

import ipaddress
import json
import re
import time
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import SplitResult, quote, urlsplit

from .signer import canonical, signature
from .transport import Answer, Request, Transport, parsed, unexpected

# A space at either end would be lost on the way, and another key would arrive.
_IDEMPOTENCY_KEY = re.compile(r"(?! )[ -~]{1,255}(?<! )")
# Anything else cannot be an id, and could change the path.
_ID = re.compile(r"[0-9A-Za-z_-]{1,255}")
_TOKEN = re.compile(r"[!-~]+")
_MAX_WAIT_SECONDS = 30
_MAX_EVENTS = 100
_TEST_SECONDS = 10  # how long your receiver may take

JsonObject = dict  # as the service sends it: names as in the API, amounts and times as strings
_Pairs = Sequence[Tuple[str, Union[str, int, None]]]


class PaymentLinkClient:
    """Signs every request, and retries it if the service is briefly out of reach, without creating a payment twice.

    Thread-safe; create one and keep it. Every method raises :class:`paylink.PaymentLinkError`.

    ``request_timeout_seconds`` is for one try, up to the last byte of the answer; ``wait_seconds`` comes on top.
    ``max_tries`` includes the first. If the service asks to wait for more than ``max_wait_seconds``, the call fails.
    ``allow_plain_http`` allows http to other machines, for example inside a network of containers.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        secret_key: str,
        *,
        request_timeout_seconds: float = 10,
        max_tries: int = 3,
        max_wait_seconds: float = 10,
        allow_plain_http: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        _between("request_timeout_seconds", request_timeout_seconds, 0.001, 3600)
        _between("max_tries", max_tries, 1, 10)
        _between("max_wait_seconds", max_wait_seconds, 0, 3600)
        base = _checked_base(base_url, allow_plain_http)
        self._origin = f"{base.scheme}://{base.netloc}"
        self._path = base.path.rstrip("/")
        self._api_key = _token("api_key", api_key)
        self._secret_key = _token("secret_key", secret_key)
        self._clock = clock
        self._transport = Transport(base, request_timeout_seconds, max_tries, max_wait_seconds)

    def create(self, payment: Mapping[str, Any], idempotency_key: str) -> JsonObject:
        """Creates a payment, or returns the one that the same key created before (``replayed`` is then true).

        ``payment`` has the fields of the API; the amount is a ``Decimal`` or a decimal string. The same fields give
        the same bytes, whatever their order, so a program that restarts may repeat the key.
        """
        return self._make("/sdk/server/create-payment", payment, idempotency_key)

    def get(self, payment_id: str, wait_seconds: int = 0) -> JsonObject:
        """Returns the payment. With ``wait_seconds``, the service answers when an open payment changes, or at the end."""
        path = f"/sdk/server/payments/{_checked_id('payment_id', payment_id)}"
        return self._read(path, [("waitSeconds", _checked_wait(wait_seconds) or None)], wait_seconds)

    def list(
        self,
        *,
        status: Optional[str] = None,
        reference: Optional[str] = None,
        created_after: Union[datetime, str, None] = None,
        created_before: Union[datetime, str, None] = None,
        search: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> JsonObject:
        """Returns one page of payments, newest first: ``data`` and ``nextCursor``, which is None on the last page."""
        query: _Pairs = [
            ("status", status),
            ("reference", reference),
            ("createdAfter", _time(created_after)),
            ("createdBefore", _time(created_before)),
            ("search", search),
            ("limit", limit),
            ("cursor", cursor),
        ]
        return self._read("/sdk/server/payments", query, 0)

    def cancel(self, payment_id: str) -> JsonObject:
        """Cancels a payment that nobody has paid. Money that is already under way still makes it a success."""
        return parsed(self._send("POST", f"/sdk/server/payments/{_checked_id('payment_id', payment_id)}/cancel"))

    def accept(self, payment_id: str, received_amount: str, idempotency_key: str) -> JsonObject:
        """Accepts what has come as the whole, if exactly ``received_amount`` has. The payment becomes a success."""
        path = f"/sdk/server/payments/{_checked_id('payment_id', payment_id)}/accept"
        return self._make(path, {"receivedAmount": received_amount}, idempotency_key)

    def create_refund(self, payment_id: str, refund: Mapping[str, Any], idempotency_key: str) -> JsonObject:
        """Requests a refund, or returns the one that the same key requested before (``replayed`` is then true).

        ``refund`` has the fields of the API, all optional: ``amount``, ``reason``, ``to``, ``askPayer``,
        ``token``, ``chainId``. Your wallet sends it later, from the dashboard.
        """
        path = f"/sdk/server/payments/{_checked_id('payment_id', payment_id)}/refunds"
        return self._make(path, refund, idempotency_key)

    def get_refund(self, refund_id: str) -> JsonObject:
        """Returns the refund as it is now."""
        return self._read(f"/sdk/server/refunds/{_checked_id('refund_id', refund_id)}", [], 0)

    def list_refunds(self, payment_id: str) -> JsonObject:
        """Returns the refunds of a payment in ``data``, oldest first, and what is left to refund in ``refundable``."""
        return self._read(f"/sdk/server/payments/{_checked_id('payment_id', payment_id)}/refunds", [], 0)

    def cancel_refund(self, refund_id: str) -> JsonObject:
        """Cancels a refund of which nothing is on the chain."""
        return parsed(self._send("POST", f"/sdk/server/refunds/{_checked_id('refund_id', refund_id)}/cancel"))

    def confirm_refund_address(self, refund_id: str, to: str) -> JsonObject:
        """Confirms the address that your customer named, given in full. Check it with your customer first."""
        path = f"/sdk/server/refunds/{_checked_id('refund_id', refund_id)}/confirm-address"
        return parsed(self._send("POST", path, {"to": to}))

    def events(self, after: Optional[str] = None) -> Iterator[JsonObject]:
        """Yields every event after this one until now, oldest first. Reads page by page."""
        while True:
            page = self.poll(after)
            if not page["data"]:
                return
            yield from page["data"]
            after = page["nextCursor"]

    def poll(self, after: Optional[str] = None, wait_seconds: int = 0) -> JsonObject:
        """Returns the next events as soon as there is one, or none after ``wait_seconds``.

        Store ``nextCursor`` with your work and pass it as ``after`` next time.
        """
        query: _Pairs = [
            ("after", after),
            ("limit", _MAX_EVENTS),
            ("waitSeconds", _checked_wait(wait_seconds) or None),
        ]
        answer = self._send("GET", _target("/sdk/server/events", query), held_seconds=wait_seconds)
        page = parsed(answer)
        data = page.get("data")
        if not isinstance(data, Sequence):
            raise unexpected(answer, "the answer is unreadable: field data: expected an array")
        if not data:
            return {"data": data, "nextCursor": after}
        following = page.get("nextCursor") or data[-1]["eventId"]
        if following == after:  # following it would bring the same events again, without end
            raise unexpected(answer, "the answer is unreadable: field nextCursor: expected it to move on")
        return {"data": data, "nextCursor": following}

    def session(self, payment_id: str, user_id: Optional[str] = None) -> JsonObject:
        """Returns a code that lets this customer's page follow one payment. It works once, for five minutes."""
        body = {"paymentId": _checked_id("payment_id", payment_id), "userId": user_id}
        return parsed(self._send("POST", "/sdk/server/sessions", body))

    def redeliver(self, event_id: str) -> JsonObject:
        """Has an event sent to your webhook again: the same id and the same bytes."""
        return parsed(self._send("POST", f"/sdk/server/events/{_checked_id('event_id', event_id)}/redeliver"))

    def redeliver_all(
        self, from_time: Union[datetime, str], to_time: Union[datetime, str], state: str = "exhausted"
    ) -> JsonObject:
        """Has all events of a time span sent again whose latest delivery is in this state."""
        body = {"from": _time(from_time), "to": _time(to_time), "state": state}
        return parsed(self._send("POST", "/sdk/server/events/redeliver", body))

    def create_link(self, link: Mapping[str, Any], idempotency_key: str) -> JsonObject:
        """Makes a reusable link, or returns the one that the same key made before, as it is now."""
        return self._make("/sdk/server/links", link, idempotency_key)

    def get_link(self, link_id: str) -> JsonObject:
        """Returns a reusable link, with what it brought."""
        return self._read(_link(link_id), [], 0)

    def list_links(
        self, *, after: Optional[str] = None, archived: Optional[bool] = None, limit: Optional[int] = None
    ) -> JsonObject:
        """Returns one page of reusable links, newest first; archived ones are in a list of their own."""
        flag = None if archived is None else "true" if archived else "false"
        return self._read("/sdk/server/links", [("after", after), ("archived", flag), ("limit", limit)], 0)

    def change_link(self, link_id: str, link: Mapping[str, Any]) -> JsonObject:
        """Replaces all settings of a link but its slug."""
        return parsed(self._send("PUT", _link(link_id), link))

    def activate_link(self, link_id: str) -> JsonObject:
        """Switches a link on."""
        return parsed(self._send("POST", f"{_link(link_id)}/activate"))

    def deactivate_link(self, link_id: str) -> JsonObject:
        """Switches a link off."""
        return parsed(self._send("POST", f"{_link(link_id)}/deactivate"))

    def archive_link(self, link_id: str) -> JsonObject:
        """Puts a link away, switched off."""
        return parsed(self._send("POST", f"{_link(link_id)}/archive"))

    def unarchive_link(self, link_id: str) -> JsonObject:
        """Brings a link back, still switched off."""
        return parsed(self._send("POST", f"{_link(link_id)}/unarchive"))

    def get_invoice(self, invoice_id: str) -> JsonObject:
        """Returns an invoice with its payments."""
        return self._read(f"/sdk/server/invoices/{_checked_id('invoice_id', invoice_id)}", [], 0)

    def list_invoices(
        self,
        *,
        status: Optional[str] = None,
        number: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> JsonObject:
        """Returns one page of invoices, newest first. With ``status`` it can be short: go on until ``nextCursor`` is None."""
        query: _Pairs = [("status", status), ("number", number), ("after", after), ("limit", limit)]
        return self._read("/sdk/server/invoices", query, 0)

    def get_payout(self, payout_id: str) -> JsonObject:
        """Returns a payout with its payments and what was reported of it."""
        return self._read(f"/sdk/server/payouts/{_checked_id('payout_id', payout_id)}", [], 0)

    def list_payouts(
        self,
        *,
        status: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> JsonObject:
        """Returns one page of payouts to your bank account, newest first."""
        query: _Pairs = [("status", status), ("after", after), ("limit", limit)]
        return self._read("/sdk/server/payouts", query, 0)

    def download_invoice(self, invoice_id: str, language: Optional[str] = None) -> bytes:
        """Returns an invoice as PDF."""
        path = f"/sdk/server/invoices/{_checked_id('invoice_id', invoice_id)}/invoice.pdf"
        return self._send("GET", _target(path, [("language", language)])).body

    def list_statements(self) -> JsonObject:
        """Returns the months that have a statement in ``data``, with their sums."""
        return self._read("/sdk/server/statements", [], 0)

    def get_statement(self, month: str) -> JsonObject:
        """Returns how the payments and payouts of a month such as ``2026-10`` agree."""
        return self._read(f"/sdk/server/statements/{_checked_id('month', month)}.json", [], 0)

    def download_statement(self, month: str, form: str = "csv") -> bytes:
        """Returns the statement of a month such as ``2026-10``, as ``csv`` or ``pdf``."""
        return self._send("GET", f"/sdk/server/statements/{_checked_id('month', month)}.{_checked_id('form', form)}").body

    def list_collectable(self, *, after: Optional[str] = None, limit: Optional[int] = None) -> JsonObject:
        """Returns what can be collected, and the transactions that collect it."""
        return self._read("/sdk/server/collectable", [("after", after), ("limit", limit)], 0)

    def get_webhook(self, scope: str) -> JsonObject:
        """Returns the webhook of a scope; its secret is not shown again."""
        return self._read(_webhook(scope), [], 0)

    def configure_webhook(self, scope: str, webhook: Mapping[str, Any]) -> JsonObject:
        """Sets up the webhook of a scope, or changes it.

        ``signingSecret`` is in the answer that made it, and never again.
        """
        return parsed(self._send("PUT", _webhook(scope), webhook))

    def delete_webhook(self, scope: str) -> None:
        """Deletes the webhook of a scope and its secret."""
        self._send("DELETE", _webhook(scope))

    def rotate_webhook_secret(self, scope: str) -> JsonObject:
        """Makes a new signing secret; the old one stays valid for 24 hours.

        It is never retried: a second rotation would end the secret that your receiver has.
        """
        return parsed(self._send("POST", f"{_webhook(scope)}/rotate-secret", once=True))

    def test_webhook(self, scope: str) -> JsonObject:
        """Sends the webhook of a scope one test event, and tells how it went."""
        return parsed(self._send("POST", f"{_webhook(scope)}/test", held_seconds=_TEST_SECONDS))

    def __repr__(self) -> str:
        """Names the service, and nothing that could authenticate anybody."""
        return f"PaymentLinkClient[{self._origin}{self._path}]"

    def _make(self, path: str, fields: Mapping[str, Any], idempotency_key: str) -> JsonObject:
        if not isinstance(idempotency_key, str) or not _IDEMPOTENCY_KEY.fullmatch(idempotency_key):
            raise ValueError("idempotency_key: 1 to 255 printable ASCII characters, no space at either end")
        body = dict(fields)
        amount = body.get("amount")
        if isinstance(amount, Decimal):
            body["amount"] = format(amount, "f")
        elif amount is not None and not isinstance(amount, str):
            raise TypeError("amount: a Decimal or a decimal string, for example '125.50'")
        answer = self._send("POST", path, body, idempotency_key)
        return {**parsed(answer), "replayed": answer.headers.get("Idempotent-Replayed") == "true"}

    def _read(self, path: str, query: _Pairs, held_seconds: int) -> JsonObject:
        return parsed(self._send("GET", _target(path, query), held_seconds=held_seconds))

    def _send(
        self,
        method: str,
        target: str,
        fields: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        held_seconds: int = 0,
        once: bool = False,
    ) -> Answer:
        target = self._path + target
        body = b"" if fields is None else _sorted_json(fields)

        def signed() -> Request:
            timestamp = str(int(self._clock()))
            text = canonical(method, target, timestamp, body, idempotency_key)
            headers = {
                "Accept": "application/json, application/problem+json",
                "User-Agent": "paylink-client-python",
                "Authorization": f"Bearer {self._api_key}",
                "X-API-Key": self._api_key,
                "X-Secret-Key": self._secret_key,
                "X-Timestamp": timestamp,
                "X-Signature": signature(self._secret_key, text),
            }
            if idempotency_key is not None:
                headers["X-Idempotency-Key"] = idempotency_key
            if fields is not None:
                headers["Content-Type"] = "application/json"
            return Request(method, target, headers, None if method == "GET" else body)

        call = f"{method} {self._origin}{target.split('?')[0]}"
        return self._transport.send(call, signed, held_seconds, once)


def _link(link_id: str) -> str:
    return f"/sdk/server/links/{_checked_id('link_id', link_id)}"


def _webhook(scope: str) -> str:
    return f"/sdk/server/webhooks/{_checked_id('scope', scope)}"


def _target(path: str, query: _Pairs) -> str:
    pairs = [f"{name}={quote(str(value), safe='')}" for name, value in query if value is not None]
    return f"{path}?{'&'.join(pairs)}" if pairs else path


def _checked_base(base_url: str, allow_plain_http: bool) -> SplitResult:
    """Refuses an address without quoting it, since it may hold a password."""
    try:
        base = urlsplit(base_url)
        fine = base.scheme in ("http", "https") and bool(base.hostname) and (base.port or 1) > 0
    except ValueError:
        fine = False
    if not fine or "@" in base.netloc or "?" in base_url or "#" in base_url or not _TOKEN.fullmatch(base_url):
        raise ValueError("base_url: https://, a host, no user, no query, no fragment")
    if base.scheme == "http" and not allow_plain_http and not _is_loopback(base.hostname or ""):
        raise ValueError(
            "base_url: https, because every call carries the secret key; "
            "http works to this machine (loopback), or with allow_plain_http in a network you trust"
        )
    return base


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _token(name: str, value: str) -> str:
    """Checked here, since an error about a bad header would quote it."""
    if not isinstance(value, str) or not _TOKEN.fullmatch(value):
        raise ValueError(f"{name}: visible ASCII without spaces or line ends, and not empty")
    return value


def _checked_id(name: str, value: str) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise ValueError(f"{name}: letters, digits, _ and -")
    return value


def _checked_wait(wait_seconds: int) -> int:
    if not isinstance(wait_seconds, int):
        raise TypeError("wait_seconds: whole seconds")
    _between("wait_seconds", wait_seconds, 0, _MAX_WAIT_SECONDS)
    return wait_seconds


def _between(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name}: {least} to {most}")


def _time(value: Union[datetime, str, None]) -> Optional[str]:
    if not isinstance(value, datetime):
        return value
    if value.tzinfo is None:
        raise ValueError("a time needs its time zone, for example datetime.now(timezone.utc)")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _sorted_json(value: Mapping[str, Any]) -> bytes:
    """Writes JSON whose bytes do not depend on the order of the fields; a field that is None is not sent."""

    def present(field: Any) -> Any:
        if isinstance(field, Mapping):
            return {name: present(inner) for name, inner in field.items() if inner is not None}
        return field

    text = json.dumps(present(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("text holds half a surrogate pair") from None
