"""Holds signer and verifier to the published vectors: python3 -m unittest"""

import json
import unittest
from pathlib import Path

from paylink import WebhookVerificationError, WebhookVerifier, canonical, signature

VECTORS = json.loads((Path(__file__).parents[3] / "api" / "vectors.json").read_text(encoding="utf-8"))


class VectorsTest(unittest.TestCase):
    def test_every_published_request_has_the_published_signature(self):
        self.assertGreaterEqual(len(VECTORS["requests"]), 15)
        for v in VECTORS["requests"]:
            text = canonical(
                v["method"], v["target"], v["timestamp"], v["bodyUtf8"].encode(), v.get("idempotencyKey")
            )
            self.assertEqual(text, v["canonical"], v["name"])
            self.assertEqual(signature(v["secretKey"], text), v["signature"], v["name"])

    def test_every_published_webhook_is_genuine_either_way(self):
        self.assertGreaterEqual(len(VECTORS["webhooks"]), 10)
        for v in VECTORS["webhooks"]:
            verifier = WebhookVerifier(v["signingSecret"], clock=lambda v=v: float(v["timestamp"]))
            timed = {
                "webhook-id": v["eventId"],
                "webhook-timestamp": v["timestamp"],
                "webhook-signature": v["webhook-signature"],
            }
            plain = [{name: v[name]} for name in ("x-service-signature", "x-service-signature-v2")]
            for headers in [timed, *plain]:
                self.assertEqual(verifier.verify(headers, v["bodyUtf8"].encode())["eventId"], v["eventId"], v["name"])

    def test_every_published_delivery_gets_the_published_verdict(self):
        self.assertGreaterEqual(len(VECTORS["deliveries"]), 30)
        for v in VECTORS["deliveries"]:
            verifier = WebhookVerifier(v["signingSecrets"], clock=lambda v=v: float(v["now"]))
            verdict = "genuine"
            try:
                verifier.verify(v["headers"], v["bodyUtf8"].encode())
            except WebhookVerificationError as e:
                verdict = e.failed
            self.assertEqual(verdict, v["verdict"], v["name"])


if __name__ == "__main__":
    unittest.main()
