"""Makes one call for each line of JSON on stdin and writes what came of it, for the contract test of all clients.

{"call":"get","args":["pay_..."],"baseUrl":"...","options":{}} -> {"value":...} or {"error":{...}}
Address and key come from PAYLINK_URL, PAYLINK_API_KEY and PAYLINK_SECRET_KEY.
"""

import base64
import json
import os
import re
import sys
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from paylink import PaymentLinkClient, WebhookVerifier  # noqa: E402


def snake(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def answer(wish):
    call, args = wish["call"], wish.get("args", [])
    options = {snake(name): value for name, value in wish.get("options", {}).items()}
    if call == "verify":
        secrets, headers, body, now = args
        verifier = WebhookVerifier(secrets, clock=lambda: now, **options)
        return verifier.verify(headers, base64.b64decode(body))
    client = PaymentLinkClient(
        wish.get("baseUrl", os.environ["PAYLINK_URL"]),
        os.environ["PAYLINK_API_KEY"],
        wish.get("secretKey", os.environ["PAYLINK_SECRET_KEY"]),
        **options,
    )
    if call == "show":
        return repr(client) + str(client)
    if call == "events":
        return list(client.events(*args))
    if call.startswith("list") and call != "listRefunds":
        return getattr(client, snake(call))(**{snake(name): value for name, value in (args[0] if args else {}).items()})
    value = getattr(client, snake(call))(*args)
    return value[:5].decode() if isinstance(value, bytes) else value


for line in sys.stdin.buffer:
    try:
        result = {"value": answer(json.loads(line))}
    except Exception as e:
        facts = {
            name: getattr(e, snake(name), None)
            for name in ("code", "status", "requestId", "retryAfterSeconds", "errors", "tries", "failed")
        }
        result = {"error": {"type": type(e).__name__, "message": str(e), **facts, "shown": traceback.format_exc()}}
    print(json.dumps(result), flush=True)
