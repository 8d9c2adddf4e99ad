/** The tests of what the contracts do, without those that compare bytes, gas and files: these have to notice a planted fault. */
import "./rules.test.mjs";
import "./token.test.mjs";
import "./refund.test.mjs";
import "./reentrancy.test.mjs";
import "./deposit.test.mjs";
import "./invariants.test.mjs";
import "./deposit.invariants.test.mjs";
