/** A chain inside this process, reachable by nobody unless it is served. One per process. */
import { join } from "node:path";
import { BrowserProvider, HDNodeWallet } from "ethers";
import { root } from "./compile.mjs";

/** Hardhat's own test mnemonic, known to everyone: accounts made from it are for local chains only. */
const MNEMONIC = "test test test test test test test test test test test junk";

/** Starts the chain. Settings are those of Hardhat's network, for example { chainId: 31337 }. */
export async function startChain(settings = {}) {
  process.env.HARDHAT_CONFIG = join(root, "hardhat.config.cjs");
  globalThis.chainSettings = settings; // read by the configuration, which takes no parameters
  const { default: hardhat } = await import("hardhat");
  // Without the cache, a balance is what it is and not what it was 250 ms ago.
  const provider = new BrowserProvider(hardhat.network.provider, undefined, { cacheTimeout: -1 });
  return { hardhat, provider, account: (index) => account(index, provider) };
}

/** The funded account with this index. */
function account(index, provider) {
  return HDNodeWallet.fromPhrase(MNEMONIC, "", `m/44'/60'/0'/0/${index}`).connect(provider);
}
