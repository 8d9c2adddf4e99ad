// Only Hardhat's chain is used, never its compiler: lib/compile.mjs compiles, without downloads.
const { chainSettings } = globalThis;

module.exports = {
  solidity: "0.8.37",
  networks: {
    hardhat: {
      throwOnTransactionFailures: false,
      // As much as a transaction may have (EIP-7825): with more, the search for an estimate asks for too much.
      blockGasLimit: 2 ** 24,
      ...chainSettings,
    },
  },
};
