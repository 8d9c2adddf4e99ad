// Pays the link in argv[2] with the key in argv[3], argv[4] times at once, as the public clients do.
// Prints a line of JSON for each: the status, what the service said, and the decoded PAYMENT-RESPONSE.
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { ExactEvmScheme } from "@x402/evm";
import { privateKeyToAccount } from "viem/accounts";

const [url, key, times] = process.argv.slice(2);
const schemes = [{ network: "eip155:*", client: new ExactEvmScheme(privateKeyToAccount(key)) }];
const pay = wrapFetchWithPaymentFromConfig(fetch, { spendControls: false, schemes });

async function once() {
  try {
    const answer = await pay(url);
    const header = answer.headers.get("PAYMENT-RESPONSE");
    return {
      status: answer.status,
      body: await answer.json(),
      response: header ? decodePaymentResponseHeader(header) : null,
    };
  } catch (fault) {
    return { fault: String(fault) };
  }
}

const answers = await Promise.all(Array.from({ length: Number(times) }, once));
answers.forEach((answer) => console.log(JSON.stringify(answer)));
