/** All tests in one process: they share one chain and one compilation, which is most of their time. */
import "./tree.test.mjs";
import "./rules.test.mjs";
import "./token.test.mjs";
import "./refund.test.mjs";
import "./reentrancy.test.mjs";
import "./invariants.test.mjs";
import "./deposit.test.mjs";
import "./deposit.invariants.test.mjs";
import "./artifact.test.mjs";
import "./descriptor.test.mjs";
import "./vectors.test.mjs";
import "./gas.test.mjs";
import "./devnet.test.mjs";
