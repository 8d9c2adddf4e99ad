"""Sends a request until the service gives its own answer, a bounded number of times with bounded waits."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import threading
import time
from typing import Any, Callable, NamedTuple, Optional
from urllib.parse import SplitResult

from .errors import PaymentLinkError

MAX_ANSWER_BYTES = 16 * 1024 * 1024
FIRST_BACKOFF_SECONDS = 0.2
# Too many requests, and the three statuses of a service that is briefly unavailable.
PASSING = frozenset((429, 502, 503, 504))


class Request(NamedTuple):
    method: str
    target: str
    headers: dict[str, str]
    body: Optional[bytes]


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Transport:
    """Only for requests that may be repeated. Each try is signed anew, so a wait cannot make the timestamp too old."""

    def __init__(self, base: SplitResult, timeout_seconds: float, max_tries: int, max_wait_seconds: float) -> None:
        self._base = base
        self._timeout_seconds = timeout_seconds
        self._max_tries = max_tries
        self._max_wait_seconds = max_wait_seconds

    def send(self, call: str, signed: Callable[[], Request], held_seconds: int, once: bool = False) -> Answer:
        """Returns the first successful answer. The service is asked to hold it back for ``held_seconds``.

        A request that must not be repeated is sent ``once``.
        """
        tries, max_tries = 0, 1 if once else self._max_tries
        while True:
            tries += 1
            wait = self._backoff(tries)
            try:
                answer = self._send_once(signed(), self._timeout_seconds + held_seconds)
            except (OSError, http.client.HTTPException) as failure:
                if tries >= max_tries:
                    raise _no_answer(call, tries, failure) from failure
            else:
                if 200 <= answer.status < 300:
                    return answer
                refused = _refusal(answer, tries)
                asked = refused.retry_after_seconds or 0
                if answer.status not in PASSING or tries >= max_tries or asked > self._max_wait_seconds:
                    raise refused
                wait = max(wait, asked)
            time.sleep(wait)

    def _backoff(self, tries: int) -> float:
        """Doubles with each try; the random half keeps clients from retrying in step."""
        most = min(FIRST_BACKOFF_SECONDS * 2 ** (tries - 1), self._max_wait_seconds)
        return most * random.uniform(0.5, 1)

    def _send_once(self, request: Request, timeout_seconds: float) -> Answer:
        # Follows no redirect and uses no proxy, so no other host gets the secret. Verifies certificates by default.
        kind = http.client.HTTPSConnection if self._base.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._base.hostname or "", self._base.port, timeout=timeout_seconds)
        deadline = _Deadline(timeout_seconds, connection)
        try:
            connection.request(request.method, request.target, body=request.body, headers=request.headers)
            response = connection.getresponse()
            body = response.read(MAX_ANSWER_BYTES + 1)
            if len(body) > MAX_ANSWER_BYTES:
                raise http.client.HTTPException(f"the answer is over {MAX_ANSWER_BYTES} bytes")
            length = response.headers.get("Content-Length", "")
            if length.isdigit() and len(body) < int(length):
                raise http.client.IncompleteRead(body)
        except (OSError, http.client.HTTPException):
            if deadline.passed:
                raise socket.timeout("timed out") from None
            raise
        finally:
            deadline.cancel()
            connection.close()
        if deadline.passed:
            raise socket.timeout("timed out")
        return Answer(response.status, response.headers, body)


class _Deadline(threading.Timer):
    """Cuts the connection when the time is over: a socket's own timeout starts anew with every byte."""

    def __init__(self, seconds: float, connection: http.client.HTTPConnection) -> None:
        super().__init__(seconds, self._cut)
        self.daemon = True
        self.passed = False
        self._connection = connection
        self.start()

    def _cut(self) -> None:
        self.passed = True
        try:
            if self._connection.sock is not None:
                socket.socket.shutdown(self._connection.sock, socket.SHUT_RDWR)  # also beneath TLS
        except OSError:
            pass  # closed meanwhile


def parsed(answer: Answer) -> dict[str, Any]:
    """Returns the JSON object of a success."""
    value = json_object(answer.body)
    if value is None:
        raise unexpected(answer, "the answer is not a JSON object")
    return value


def json_object(body: bytes) -> Optional[dict[str, Any]]:
    """Returns the object in these bytes, or None."""
    try:
        value = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def unexpected(answer: Answer, detail: str) -> PaymentLinkError:
    return PaymentLinkError(
        f"{answer.status} UNEXPECTED_ANSWER: {detail}",
        code="UNEXPECTED_ANSWER",
        status=answer.status,
        detail=detail,
        request_id=answer.headers.get("X-Request-Id"),
        retry_after_seconds=_retry_after(answer),
    )


def _refusal(answer: Answer, tries: int) -> PaymentLinkError:
    """Turns any answer that is no success into an error.

    A body that is not the service's own is not quoted, since a proxy may echo the request's headers in it.
    """
    if not answer.headers.get("Content-Type", "").lower().startswith("application/problem+json"):
        return unexpected(answer, "the answer is not from the service; check the base address")
    problem = json_object(answer.body)
    if problem is None or not isinstance(problem.get("code"), str):
        return unexpected(answer, "the problem document is unreadable")
    detail = problem.get("detail") or "no detail given"
    request_id = problem.get("requestId") or answer.headers.get("X-Request-Id")
    given = problem.get("errors")
    errors = [
        {"field": str(e.get("field", "")), "message": str(e.get("message", ""))}
        for e in (given if isinstance(given, list) else [])
        if isinstance(e, dict)
    ]
    parts = [f"{answer.status} {problem['code']}: {detail}"]
    parts += [f"{e['field']}: {e['message']}" for e in errors]
    if request_id:
        parts.append(f"request {request_id}")
    return PaymentLinkError(
        "; ".join(parts),
        code=problem["code"],
        status=answer.status,
        detail=detail,
        request_id=request_id,
        retry_after_seconds=_retry_after(answer),
        payment_id=problem.get("paymentId"),
        errors=errors,
        tries=tries,
    )


def _no_answer(call: str, tries: int, failure: Exception) -> PaymentLinkError:
    why = getattr(failure, "strerror", None) or str(failure) or type(failure).__name__
    counted = f"{tries} {'try' if tries == 1 else 'tries'}"
    return PaymentLinkError(f"{call}: no answer after {counted} ({why})", code="NO_ANSWER", tries=tries)


def _retry_after(answer: Answer) -> Optional[int]:
    """Reads whole seconds, as the service sends them; a date counts as absent."""
    value = answer.headers.get("Retry-After", "")
    return int(value) if re.fullmatch("[0-9]{1,9}", value) else None
