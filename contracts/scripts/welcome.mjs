/**
 * Creates a payment in a sandbox on a local chain, and tells how to pay it with a wallet:
 * node welcome.mjs chain.json sandbox.json
 */
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const PATH = "/sdk/server/create-payment";
const KEY = "welcome";
const [chain, sandbox] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));

const { paymentUrl } = await create({ amount: "125.50", description: "A payment to try" });
console.log(`
The local chain is ready. Its money is worth nothing, and its keys are known to everyone.

  1. Add this network to your wallet:
       RPC        ${chain.rpcUrl}
       Chain id   ${chain.chainId}
       Coin       ETH
  2. Import this account; it has 10 000 ETH and a million ${chain.token.symbol} (${chain.token.address}):
       ${chain.payer.privateKey}
  3. Pay: ${paymentUrl}

The contract is ${chain.settlement2}. Ctrl-C ends everything, and nothing of it is kept.
`);

async function create(payment) {
  const body = JSON.stringify(payment);
  const timestamp = Math.floor(Date.now() / 1000);
  const hash = createHash("sha256").update(body).digest("hex");
  const signature = createHmac("sha256", sandbox.secretKey)
    .update(`POST\n${PATH}\n${timestamp}\n${hash}\n${KEY}`)
    .digest("hex");
  const response = await fetch(sandbox.baseUrl + PATH, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-API-Key": sandbox.apiKey,
      "X-Secret-Key": sandbox.secretKey,
      "X-Timestamp": `${timestamp}`,
      "X-Signature": signature,
      "X-Signature-Version": "2",
      "X-Idempotency-Key": KEY,
    },
    body,
  });
  if (!response.ok) {
    throw new Error(`the sandbox answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
}
