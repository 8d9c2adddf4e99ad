// Only Hardhat's chain is used, never its compiler: lib/compile.mjs compiles, without downloads.
const { chainSettings } = globalThis;

module.exports = {
  solidity: "0.8.37",
  networks: { hardhat: { throwOnTransactionFailures: false, ...chainSettings } },
};
