/**
 * A local chain with the contracts and a test dollar on it, for development and tests.
 *
 * Prints one line of JSON when it is ready, and runs until SIGTERM or SIGINT. Everything is in this one process and in
 * memory, and it listens on 127.0.0.1 only. The keys are known to everyone.
 */
import { parseArgs } from "node:util";
import { ContractFactory } from "ethers";
import { readArtifact } from "./lib/artifact.mjs";
import { startChain } from "./lib/chain.mjs";
import { DEPLOYER, deploymentOf } from "./lib/deployer.mjs";
import { PERMIT2 } from "./lib/payment.mjs";

const USAGE = `node devnet.mjs [options]
  --port N            JSON-RPC over HTTP and WebSocket on 127.0.0.1:N (8545; 0 takes a free one)
  --chain-id N        (31337)
  --block-seconds N   a block every N seconds, empty or not (2; fractions are fine)
  --automine          instead: a block for each transaction at once, and no empty ones
  --with-stdin        also end when standard input ends, so as not to outlive the parent process
`;
const HOST = "127.0.0.1";
const PAYER_DOLLARS = 1_000_000_000_000n; // a million, with six decimals

const options = readOptions();
// Many blocks in one second must not push the chain's clock ahead of ours, and deadlines with it.
const chain = await startChain({ chainId: options.chainId, allowBlocksWithSameTimestamp: true });
const description = await populate();
const server = await serve();
await startMining();
console.log(JSON.stringify({ rpcUrl: `http://${HOST}:${server.port}`, ...description }));

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8545" },
      "chain-id": { type: "string", default: "31337" },
      "block-seconds": { type: "string", default: "2" },
      automine: { type: "boolean", default: false },
      "with-stdin": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  return {
    port: number(values, "port", 0, 65_535),
    chainId: Math.trunc(number(values, "chain-id", 1, Number.MAX_SAFE_INTEGER)),
    blockSeconds: number(values, "block-seconds", 0.05, 3_600),
    automine: values.automine,
    withStdin: values["with-stdin"],
  };
}

function number(values, name, least, most) {
  const value = Number(values[name]);
  if (!(value >= least && value <= most)) {
    console.error(`--${name} must be from ${least} to ${most}\n\n${USAGE}`);
    process.exit(2);
  }
  return value;
}

/** Deploys the token second thing from the same account, so its address is the same in every run. */
async function populate() {
  const [deployer, payer, merchant] = [0, 1, 2].map(chain.account);
  await chain.provider.send("hardhat_setCode", [DEPLOYER.address, DEPLOYER.code]);
  const settlement = await deployForAll("PaymentSettlement", deployer);
  const token = await deploy("TestDollar", deployer);
  await chain.provider.send("hardhat_setCode", [PERMIT2, readArtifact("StandInPermit2").deployedBytecode]);
  await (await token.mint(payer.address, PAYER_DOLLARS)).wait();
  const [address, name, symbol, version, decimals] = await Promise.all([
    token.getAddress(),
    token.name(),
    token.symbol(),
    token.version(),
    token.decimals(),
  ]);
  return {
    chainId: options.chainId,
    settlement,
    deposits: await deployForAll("DepositAddresses", deployer),
    token: { address, name, symbol, version, decimals: Number(decimals) },
    payer: { address: payer.address, privateKey: payer.privateKey },
    merchant: { address: merchant.address, privateKey: merchant.privateKey },
  };
}

async function deploy(name, deployer) {
  const { abi, bytecode } = readArtifact(name);
  const contract = await new ContractFactory(abi, bytecode, deployer).deploy();
  return contract.waitForDeployment();
}

/** Deploys as on any chain, through the deployer that real chains have. */
async function deployForAll(name, account) {
  const { address, transaction } = deploymentOf(readArtifact(name).bytecode);
  await (await account.sendTransaction(transaction)).wait();
  return address;
}

async function serve() {
  const { hardhat } = chain;
  const server = await hardhat.run("node:create-server", {
    hostname: HOST,
    port: options.port,
    provider: hardhat.network.provider,
  });
  // Clients give up an idle connection, never we: a call could be on its way while we close it.
  server._httpServer.keepAliveTimeout = 0;
  const { port } = await server.listen();
  // Nothing is kept, so there is nothing to finish: open connections need not be waited for.
  const end = () => process.exit(0);
  process.on("SIGTERM", end).on("SIGINT", end);
  if (options.withStdin) {
    process.stdin.on("end", end).resume();
  }
  return { port };
}

/** Only now, as a deployment would otherwise wait for a block. */
async function startMining() {
  if (!options.automine) {
    await chain.provider.send("evm_setAutomine", [false]);
    await chain.provider.send("evm_setIntervalMining", [Math.round(options.blockSeconds * 1000)]);
  }
}
