/**
 * Has a sandbox on a local chain pay its merchant to an account of that chain, creates a payment, and tells how to pay it
 * with a wallet: node welcome.mjs chain.json sandbox.json
 */
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const PATH = "/sdk/server/create-payment";
const KEY = "welcome";
const [chain, sandbox] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));

await receiveAt(chain.merchant.address);
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
  4. As the merchant, collect what came by transfer and send refunds: import this account, which payments go to, and sign
     in at ${sandbox.baseUrl}/dashboard as ${sandbox.login.email}, password ${sandbox.login.password}
       ${chain.merchant.privateKey}

The contract is ${chain.settlement}. Ctrl-C ends everything, and nothing of it is kept.
`);

/** The key of a sandbox's first deposit address is nobody's; the contract has refunds sent by the payee. */
async function receiveAt(depositAddress) {
  const login = await call("POST", "/merchant/login", {}, JSON.stringify(sandbox.login));
  const [cookie] = login.headers.get("set-cookie").split(";");
  await call("PUT", "/merchant/profile", { Cookie: cookie }, JSON.stringify({ depositAddress }));
}

async function create(payment) {
  const body = JSON.stringify(payment);
  const timestamp = Math.floor(Date.now() / 1000);
  const hash = createHash("sha256").update(body).digest("hex");
  const signature = createHmac("sha256", sandbox.secretKey)
    .update(`POST\n${PATH}\n${timestamp}\n${hash}\n${KEY}`)
    .digest("hex");
  const headers = {
    "X-API-Key": sandbox.apiKey,
    "X-Secret-Key": sandbox.secretKey,
    "X-Timestamp": `${timestamp}`,
    "X-Signature": signature,
    "X-Idempotency-Key": KEY,
  };
  return (await call("POST", PATH, headers, body)).json();
}

async function call(method, path, headers, body) {
  const response = await fetch(sandbox.baseUrl + path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  if (!response.ok) {
    throw new Error(`the sandbox answered ${response.status}: ${await response.text()}`);
  }
  return response;
}
