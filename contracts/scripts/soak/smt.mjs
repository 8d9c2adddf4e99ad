/**
 * Lets solc's SMTChecker prove, with z3, what it can of the seven invariants: on the sources of src/ with assertions put in.
 * Each assertion is checked twice. As the code is, it has to be proved; without the check that it rests on, it must not be.
 * The rest of the invariants is about tokens and other contracts, of which the checker knows nothing.
 */
import { spawnSync } from "node:child_process";
import { published, withImports } from "../../lib/artifact.mjs";
import { compileWith } from "../../lib/compile.mjs";

const FILE = published.PaymentSettlement;
const CLAIMED = "_receipts[ref] = Receipt(payer, uint96(price.amount));";
const REFUNDED = "_details[ref].refunded += uint96(what.amount);";

/**
 * `put` goes behind, or before, the text; without `rests` it can no longer be proved. The function `of` is looked at for all
 * arguments and all states, called by anybody.
 */
const CLAIMS = [
  {
    says: "1: a payment that is marked was not marked before",
    of: "_claim",
    before: CLAIMED,
    put: "assert(_receipts[ref].amount == 0);",
    rests: "if (settled(ref)) revert AlreadySettled(ref);",
  },
  {
    says: "1: a payment that is marked counts as settled, with its whole amount",
    of: "_claim",
    behind: CLAIMED,
    put: "assert(settled(ref) && _receipts[ref].amount == price.amount);",
    rests: "if (price.amount > type(uint96).max) revert AmountTooLarge(price.amount);",
  },
  {
    says: "1: a refund that is marked was not marked before",
    of: "_claimRefund",
    before: REFUNDED,
    put: "assert(_receipts[refundRef].amount == 0);",
    rests: "if (settled(refundRef)) revert AlreadySettled(refundRef);",
  },
  {
    says: "2: a payment is marked only with a price of its tree",
    of: "_claim",
    behind: CLAIMED,
    put: "assert(accepted);",
    rests: "if (!accepted) revert NotAccepted(price.token, price.amount);",
  },
  {
    says: "4: after each movement of tokens the receiver's balance is what it was and the amount",
    of: "_pull",
    behind: "if (balance != expected) revert InexactTransfer(account, expected, balance);",
    put: "assert(balance == expected && balance >= amount);",
    rests: "if (balance != expected) revert InexactTransfer(account, expected, balance);",
  },
  {
    says: "5: a payment's refunds are in sum never more than it",
    of: "_claimRefund",
    behind: REFUNDED,
    put: "assert(_details[ref].refunded <= _receipts[ref].amount);",
    rests: "if (what.amount > left) revert RefundTooLarge(left);",
  },
  {
    says: "5: no part of a refund's amount is cut off",
    of: "_claimRefund",
    behind: REFUNDED,
    put: "assert(uint96(what.amount) == what.amount);",
    rests: "if (what.amount > left) revert RefundTooLarge(left);",
  },
  {
    says: "5: a refund comes from the payee",
    of: "_claimRefund",
    behind: REFUNDED,
    put: "assert(msg.sender == payment.payee);",
    rests: "if (msg.sender != payment.payee) revert NotPayee(msg.sender);",
  },
  {
    says: "6: the coins that a payment brings are the amount that leaves",
    of: "payNative",
    before: "_forward(payment.payee, price.amount);",
    put: "assert(msg.value == price.amount);",
    rests: "if (msg.value != price.amount) revert WrongValue(price.amount, msg.value);",
  },
  {
    says: "7: a payment is marked before its deadline and the end of what was signed",
    of: "_claim",
    behind: CLAIMED,
    put: "assert(block.timestamp < payment.deadline && block.timestamp < validBefore);",
    rests: "if (block.timestamp >= payment.deadline) revert Expired(payment.deadline);",
  },
  {
    says: "7: a refund is marked before its deadline",
    of: "_claimRefund",
    behind: REFUNDED,
    put: "assert(block.timestamp < what.deadline);",
    rests: "if (block.timestamp >= what.deadline) revert Expired(what.deadline);",
  },
];

/** What the checker cannot read is written in another way that means the same to it: transient state, and the one hash. */
const READABLE = [
  ["bool private transient _entered;", "bool private _entered;"],
  [
    "if (!_accepts(payment.root, price)) revert NotAccepted(price.token, price.amount);",
    "bool accepted = _accepts(payment.root, price);\n        if (!accepted) revert NotAccepted(price.token, price.amount);",
  ],
];

/** z3 gets so long for one question. */
const SECONDS = 60;

const sources = withImports(FILE);
const readable = READABLE.reduce((text, [from, to]) => replaceOnce(text, from, to), sources[FILE]);
let failed = 0;
for (const { says, of, before, behind, put, rests } of CLAIMS) {
  const at = before ?? behind;
  const withClaim = replaceOnce(onlyWith(of, readable), at, before ? `${put}\n${at}` : `${at}\n${put}`);
  const proved = isProved(withClaim, put);
  const provedWithout = isProved(replaceOnce(withClaim, rests, ""), put);
  failed += proved && !provedWithout ? 0 : 1;
  console.log(`${proved ? "proved" : "NOT PROVED"}${provedWithout ? ", BUT ALSO WITHOUT THE CHECK" : ""}: ${says}`);
}
console.log(`SMTChecker: ${CLAIMS.length - failed} of ${CLAIMS.length} proved, none of them without the check that it rests on`);
process.exit(failed > 0 ? 1 : 0);

/** Whether the checker says of the assertion that it is safe. It asks its questions in a first run, and is answered in a second. */
function isProved(text, claim) {
  const modelChecker = {
    engine: "bmc",
    solvers: ["smtlib2"],
    targets: ["assert"],
    showProvedSafe: true,
    showUnproved: true,
    contracts: { [FILE]: ["PaymentSettlement"] },
  };
  const changed = { ...sources, [FILE]: text };
  const asked = compileWith(changed, { modelChecker }).auxiliaryInputRequested?.smtlib2queries ?? {};
  const smtlib2responses = Object.fromEntries(Object.entries(asked).map(([hash, query]) => [hash, z3(query)]));
  const { errors = [] } = compileWith(changed, { modelChecker }, { smtlib2responses });
  const wrong = errors.find(({ severity }) => severity === "error");
  if (wrong) {
    throw new Error(wrong.formattedMessage);
  }
  if (process.env.SMT_VERBOSE) {
    console.log(Object.values(smtlib2responses).map((answer) => answer.split("\n")[0]));
    console.log(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  }
  const bytes = Buffer.from(text);
  const about = errors.filter(
    ({ sourceLocation: { file, start, end } = {} }) => file === FILE && claim.startsWith(bytes.subarray(start, end).toString()),
  );
  return about.length > 0 && about.every(({ message }) => /check is safe/.test(message));
}

function z3(query) {
  const { stdout, error } = spawnSync("z3", ["-smt2", "-in", `-T:${SECONDS}`], { input: query, encoding: "utf8" });
  if (error) {
    throw new Error("z3 is missing; install it, for example: apt-get install z3", { cause: error });
  }
  return stdout;
}

/** The contract with the function open to all, and nothing in the others that change something. */
function onlyWith(name, text) {
  const others = ["payNative", "payToken", "payTokenWithPermit", "payTokenWithAuthorization", "payTokenWithPermit2", "refund"];
  return others.filter((one) => one !== name).concat(name).reduce((changed, one) => {
    const start = changed.search(new RegExp(`function ${one}\\(`));
    const body = changed.indexOf("{", start);
    const end = changed.indexOf("\n    }\n", body);
    if (one === name) {
      return changed.slice(0, start) + changed.slice(start, body).replace("private", "public") + changed.slice(body);
    }
    return `${changed.slice(0, body)}{${changed.slice(end)}`;
  }, text);
}

function replaceOnce(text, from, to) {
  if (text.split(from).length !== 2) {
    throw new Error(`not once in ${FILE}: ${from}`);
  }
  return text.replace(from, () => to);
}
