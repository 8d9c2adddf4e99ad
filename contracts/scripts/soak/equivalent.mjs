/** Faults that change nothing that anybody could notice, and why. */
export const EQUIVALENT = {
  "src/PaymentSettlement.sol:200 always: if (price.proof.length != 0) _details[ref].token = price.token":
    "where a payment accepts one price nobody looks at the token that is kept; it costs a slot, which test/gas.test.mjs compares",
  "src/DepositAddresses.sol:48 < as <=: gasBefore < GAS_BEFORE_SWEEP":
    "the bound has about 12 000 gas to spare: a sweep that fails with exactly that much left got all it may have either way",
};
