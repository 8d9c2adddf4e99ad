/** Faults that change nothing that anybody could notice, and why. */
export const EQUIVALENT = {
  "src/PaymentSettlement.sol:200 always: if (price.proof.length != 0) _details[ref].token = price.token":
    "where a payment accepts one price nobody looks at the token that is kept; it costs a slot, which test/gas.test.mjs compares",
};
