/** Prints the service's settings for a local chain, as a shell exports them: node settings.mjs chain.json */
import { readFileSync } from "node:fs";

const { rpcUrl, chainId, settlement, deposits, token } = JSON.parse(readFileSync(process.argv[2], "utf8"));

const settings = {
  CURRENCIES: `USD:2:${token.symbol}, ETH:18:ETH`,
  CHAIN_LOCAL_ID: chainId,
  CHAIN_LOCAL_LABEL: "Local chain",
  CHAIN_LOCAL_RPC: rpcUrl,
  CHAIN_LOCAL_QUORUM: 1,
  CHAIN_LOCAL_PUBLIC_RPC: rpcUrl,
  CHAIN_LOCAL_CONTRACT: settlement,
  CHAIN_LOCAL_DEPOSITS: deposits,
  CHAIN_LOCAL_START_BLOCK: 0,
  CHAIN_LOCAL_FINALITY: 3,
  CHAIN_LOCAL_POLL: 1,
  [`CHAIN_LOCAL_TOKEN_${token.symbol}`]:
    `${token.address}, ${token.decimals}, permit, authorization, name=${token.name}, version=${token.version}`,
  CHAIN_LOCAL_TOKEN_ETH: "native, 18",
};

for (const [name, value] of Object.entries(settings)) {
  console.log(`export PAYLINK_${name}='${value}'`);
}
