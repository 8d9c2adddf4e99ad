"""A shop in one file, to copy: one product, a checkout, a webhook that ships, a feed that heals what was missed.

  PAYLINK_URL=... PAYLINK_API_KEY=... PAYLINK_SECRET_KEY=... PAYLINK_WEBHOOK_SECRET=... python3 examples/shop/shop.py

Three rules keep orders right:
  1. An event is a hint. The service is asked for the payment, and its invoice decides: `paid` as long as any payment of
     the order has arrived. So duplicates, a wrong order of events and a second payment do no harm.
  2. Shipping is written down before it is done, and only once. A payment that is taken back and given again does not
     ship again.
  3. No outcome is final. A failed payment can still be paid, so nothing is thrown away.
"""

import base64
import hashlib
import html
import json
import os
import secrets
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))

from paylink import PaymentLinkClient, PaymentLinkError, WebhookVerificationError, WebhookVerifier  # noqa: E402

PRODUCT, PRICE, CURRENCY = "Enamel mug", "18.00", "USD"
MAX_BODY_BYTES = 256 * 1024
NEEDED = ("PAYLINK_URL", "PAYLINK_API_KEY", "PAYLINK_SECRET_KEY", "PAYLINK_WEBHOOK_SECRET")

for name in NEEDED:
    if not os.environ.get(name):
        sys.exit(f"{name} is not set")
service_url, api_key, secret_key, webhook_secrets = (os.environ[name] for name in NEEDED)
client = PaymentLinkClient(service_url, api_key, secret_key)
verifier = WebhookVerifier(webhook_secrets.split(","))

# ---- What the shop knows. One connection, used under a lock: a statement is never seen half done.

db = sqlite3.connect(os.environ.get("SHOP_FILE", "shop.db"), check_same_thread=False, isolation_level=None)
db.row_factory = sqlite3.Row
db.executescript(
    """
    create table if not exists orders (
      id text primary key, paid integer not null default 0, shipped_at text, shipments integer not null default 0,
      canceled integer not null default 0, note text);
    create table if not exists payments (
      payment_id text primary key, order_id text not null, invoice_id text not null, payment_url text not null);
    create table if not exists feed (one integer primary key check (one = 1), cursor text);
    insert or ignore into feed values (1, null);
    """
)
db_lock = threading.Lock()


def sql(statement, *values):
    with db_lock:
        return db.execute(statement, values).fetchall()


def changes(statement, *values):
    with db_lock:
        return db.execute(statement, values).rowcount


def order_of(order_id):
    return next(iter(sql("select * from orders where id = ?", order_id)), None)


# ---- Orders


def new_order():
    order_id = secrets.token_hex(16)  # nobody guesses another customer's order
    # Before the payment is made: after a crash the same key finds it again.
    changes("insert into orders (id) values (?)", order_id)
    return order_id


def pay(order_id):
    """Returns where to pay this order; a payment that failed is followed by another one for the same invoice."""
    known = sql("select * from payments where order_id = ? order by rowid", order_id)
    terms = {"amount": PRICE, "currency": CURRENCY, "description": PRODUCT}
    if known:
        payment = client.get(known[-1]["payment_id"])
        if payment["invoiceStatus"] == "paid":
            return f"/orders/{order_id}"  # in another tab, or late
        if payment["status"] != "failed":
            return payment["paymentUrl"]
        terms = {"invoiceId": payment["invoiceId"]}
    address = f"{shop_url}/orders/{order_id}"
    # One key for each try: a lost answer does not make a second payment.
    payment = client.create(
        {**terms, "reference": order_id, "successUrl": address, "cancelUrl": address}, f"{order_id}-{len(known) + 1}"
    )
    changes("update orders set canceled = 0 where id = ?", order_id)
    remember(order_id, payment)
    return payment["paymentUrl"]


def remember(order_id, payment):
    row = (payment["paymentId"], order_id, payment["invoiceId"], payment["paymentUrl"])
    changes("insert or ignore into payments values (?, ?, ?, ?)", *row)


def cancel(order_id):
    """Cancels an order unless it was paid meanwhile, for example in another tab."""
    known = sql("select payment_id from payments where order_id = ?", order_id)
    for row in known:
        try:
            client.cancel(row["payment_id"])
        except PaymentLinkError as e:
            if e.code != "PAYMENT_NOT_OPEN":
                raise
    changes("update orders set canceled = 1 where id = ?", order_id)  # no more than a wish: paid wins, also later
    if known:
        settle(known[0]["payment_id"])


settling = threading.Lock()


def settle(payment_id):
    """Brings the order of this payment up to date with the service."""
    with settling:  # one at a time, so that an older answer can never be applied after a newer one
        payment = client.get(payment_id)
        order = order_of(payment["reference"])
        if order is None:
            return  # a payment of another system
        order_id = order["id"]
        remember(order_id, payment)
        paid = payment["invoiceStatus"] == "paid"
        note = None if paid else payment["failureReason"]
        changes("update orders set paid = ?, note = ? where id = ?", paid, note, order_id)
        if not paid and order["shipped_at"]:
            print(f"recall {order_id}: the payment was taken back", flush=True)
        # First written, then done: twice is worse than late.
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        ship = "update orders set shipped_at = ?, shipments = shipments + 1 where id = ? and shipped_at is null"
        if paid and changes(ship, now, order_id) == 1:
            print(f"ship {order_id}", flush=True)


def heal():
    """Reads all events that the shop has not seen, whether their webhook arrived or not."""
    while True:
        page = client.poll(sql("select cursor from feed")[0]["cursor"])
        if not page["data"]:
            return
        for payment_id in dict.fromkeys(event["paymentId"] for event in page["data"]):
            settle(payment_id)
        # After the work: a crash before this line repeats it, which does no harm.
        changes("update feed set cursor = ?", page["nextCursor"])


def follow(seconds):
    while True:
        try:
            heal()
        except PaymentLinkError as e:
            print(f"feed: {e}", flush=True)
        time.sleep(seconds)


# ---- Pages

STYLE = """
:root { color-scheme: light dark; --ink: #1c1b1a; --soft: #5c5853; --paper: #fbfaf8; --card: #fff; --line: #ddd8d0; --go: #175e4c; --on-go: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1eee9; --soft: #b3ada4; --paper: #171614; --card: #211f1d; --line: #3a3733; --go: #7fd6b9; --on-go: #10251e } }
* { box-sizing: border-box }
body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem }
article { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0 0 1rem }
.soft { color: var(--soft); font-size: .9rem }
form { display: inline-block; margin: 0 .5rem .5rem 0 }
button { font: inherit; padding: .65rem 1.4rem; border-radius: 10px; border: 1px solid var(--go); background: var(--go); color: var(--on-go); cursor: pointer }
button.quiet { background: transparent; color: var(--ink); border-color: var(--line) }
a { color: inherit }"""
# Looks again every two seconds, and loads the page anew once it has another title.
FOLLOW = """setInterval(async () => {
  try {
    const text = await (await fetch(location.pathname)).text();
    if (!text.includes('<title>' + document.title + '<')) location.reload();
  } catch {}
}, 2000);"""


def hash_of(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


SERVICE_ORIGIN = "{0.scheme}://{0.netloc}".format(urlsplit(service_url))
CSP = (
    f"default-src 'none'; form-action 'self' {SERVICE_ORIGIN}; frame-ancestors 'none'; "
    f"style-src {hash_of(STYLE)}; script-src {hash_of(FOLLOW)}; connect-src 'self'; img-src data:"
)
BACK = '<p><a href="/">Back to the shop</a></p>'


def button(path, label, kind=""):
    return f'<form method="post" action="{path}"><button class="{kind}">{label}</button></form>'


def status_of(order):
    if order["shipped_at"]:
        return "shipped" if order["paid"] else "taken back"
    if order["canceled"]:
        return "canceled"
    return "failed" if order["note"] else "open"


def page_of(order):
    """Returns title, content and whether the page looks again by itself."""
    status = status_of(order)
    address = f"/orders/{order['id']}"
    facts = f'<p class="soft">{PRODUCT}, {PRICE} {CURRENCY}<br>Order {order["id"]}</p>'
    again = button(f"{address}/pay", "Pay")
    if status == "shipped":
        return "Your order is on its way", facts + BACK, False
    if status == "taken back":
        return "Your payment was taken back", f"<p>Please pay again.</p>{facts}{again}", True
    if status == "canceled":
        return "Your order is canceled", f"<p>Money that still arrives is not lost.</p>{facts}{again}{BACK}", False
    if status == "failed":
        return "The payment failed", f"<p>Reason: {html.escape(order['note'])}</p>{facts}{again}{BACK}", False
    stop = button(f"{address}/cancel", "Cancel order", "quiet")
    return "Waiting for your payment", f"<p>This page follows by itself.</p>{facts}{again}{stop}", True


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self):
        path = urlsplit(self.path).path
        order = self.order(path, "")
        if path == "/":
            about = '<p class="soft">Holds a quarter of a litre. Survives being dropped.</p>'
            self.page(200, PRODUCT, f"<p>{PRICE} {CURRENCY}</p>{about}{button('/checkout', 'Buy')}")
        elif order and self.headers.get("Accept") == "application/json":
            # For programs, such as paylink certify.
            state = {"id": order["id"], "status": status_of(order), "shipments": order["shipments"]}
            self.answer(200, "application/json", json.dumps(state).encode())
        elif order:
            self.page(200, *page_of(order))
        else:
            self.page(404, "Not found", BACK)

    def do_POST(self):
        path = urlsplit(self.path).path
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            if length.isdigit():  # or the answer could be lost: closing resets what is still arriving
                self.rfile.read(min(int(length), 4 * MAX_BODY_BYTES))
            return self.empty(413)
        body = self.rfile.read(int(length))
        try:
            if path == "/webhook":
                self.webhook(body)
            elif path == "/checkout":
                self.see(pay(new_order()))
            elif order := self.order(path, "/pay"):
                self.see(pay(order["id"]))
            elif order := self.order(path, "/cancel"):
                cancel(order["id"])
                self.see(f"/orders/{order['id']}")
            else:
                self.page(404, "Not found", BACK)
        except PaymentLinkError as e:
            print(f"POST {path}: {e}", flush=True)
            self.page(503, "Please try again", f"<p>The payment service is out of reach. Nothing was charged.</p>{BACK}")

    def webhook(self, body):
        try:
            event = verifier.verify(self.headers, body)  # the raw bytes, before anything parses them
            if event.get("paymentId"):
                settle(event["paymentId"])  # whatever its type: the service is asked
            self.empty(204)
        except WebhookVerificationError as e:
            print(f"webhook: {e}", flush=True)
            self.empty(400)
        except PaymentLinkError as e:
            # 404: not ours, nothing to do. Else the event is sent again, and the feed has it in any case.
            self.empty(204 if e.code == "PAYMENT_NOT_FOUND" else 503)

    def order(self, path, action):
        parts = path.split("/")
        if len(parts) < 3 or parts[1] != "orders" or path != f"/orders/{parts[2]}{action}":
            return None
        return order_of(parts[2])

    def page(self, status, title, content, follow=False):
        script = f"<script>{FOLLOW}</script>" if follow else ""
        text = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>{STYLE}</style>
<main><article><h1>{title}</h1>{content}</article></main>
{script}</html>""".encode()
        self.answer(status, "text/html; charset=utf-8", text)

    def answer(self, status, media_type, text):
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(text)))
        self.send_header("Content-Security-Policy", CSP)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(text)

    def see(self, address):
        self.send_response(303)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def empty(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass  # requests are not worth a line


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("SHOP_PORT", "3000"))), Shop)
shop_url = os.environ.get("SHOP_URL", f"http://127.0.0.1:{server.server_port}")
threading.Thread(target=follow, args=(float(os.environ.get("SHOP_FEED_SECONDS", "60")),), daemon=True).start()
print(f"shop: {shop_url}/", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
