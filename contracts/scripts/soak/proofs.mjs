/**
 * Proves invariants of PaymentSettlement with the compiler's model checker and the solver z3: node scripts/soak/proofs.mjs [PROOF].
 * It works on a copy of the sources in memory; src/ stays as it is, as the contract's address depends on each of its bytes.
 * A proof that does not go through fails the command. So does a planted fault that the solver does not answer with an example
 * of how it breaks the invariant, and a function whose end the copy never reaches: of such a one anything would be proved.
 *
 * Each function that writes is taken alone, with any arguments, from any state in which the invariants hold. A call out of the
 * contract answers anything. What others do meanwhile, calls back included, is any change that the same proof shows of
 * every such function: an induction over the calls. A ref is a free value, as if hashes could meet; what holds then holds for hashes.
 * Where a proof does not need a check (the tree, balances, most of the code at an address), the copy leaves it out: more happens, not less.
 */
import { spawnSync } from "node:child_process";
import { withImports } from "../../lib/artifact.mjs";
import { compileWith, settings } from "../../lib/compile.mjs";
import { visit } from "./faults.mjs";

/**
 * What z3 is asked with, one after the other until it answers; any of them may. The same question takes a second with one seed and
 * minutes with another, and the old arithmetic often answers where the new one does not.
 */
const ATTEMPTS = [
  ["-T:30", "smt.arith.solver=2", "smt.relevancy=0"],
  ["-T:30", "smt.arith.solver=2", "smt.random_seed=3"],
  ["-T:120", "smt.arith.solver=2"],
  ["-T:120"],
];
const FILE = "src/PaymentSettlement.sol";
const FUNCTIONS = ["payNative", "payToken", "payTokenWithPermit", "payTokenWithAuthorization", "payTokenWithPermit2", "refund"];
const [PROVED, BROKEN] = ["2961", "4661"];
/** About names and modifiers that the copy does not use, the missing licence, and that the engine will go with some later compiler. */
const HARMLESS = ["1878", "2018", "2072", "3993", "5667"];

const GUARD = /require\(!\((\w+)\)\);\s*_entered = true;\s*_;\s*_entered = false;/g;
const EVENT = /emit Settled\((\w+), [\w.]+, ([\w.]+), ([\w.]+), ([\w.]+), ([\w.]+)\);/g;
const SNAPSHOT = `
        bytes32 w = _w;
        bool wrong = _wrong;
        uint96 amount = _receipts[w].amount;
        address payer = _receipts[w].payer;
        address token = _details[w].token;
        uint96 refunded = _details[w].refunded;
        uint256 events = _events;
        uint256 pending = _pending;`;
/** What must hold where it stands; the end of the function asserts that it did. */
const must = (condition) => `if (!(${condition})) _wrong = true;`;

const PROOFS = {
  storage: {
    says: [
      "1 a ref goes from open to settled once, with one Settled, and never back; payer, amount and token are written once",
      "5 the sum of the refunds of a ref is at most its amount, and only grows",
    ],
    without: "holds without the guard against calls back too",
    // `_w` is any ref. `_pending`: the settlements of it that have begun and not told yet. `_follows` is from before to after; it
    // holds where nothing happens, and from one call over the next. What went wrong stays `_wrong`, whatever comes after it.
    change(text) {
      let changed = swap(
        outside(text),
        "GHOSTS",
        `bytes32 private _w;
    bool private _wrong;
    uint256 private _events;
    uint256 private _pending;
    constructor() { assert(_holds()); }
    function _holds() private view returns (bool) {
        return _details[_w].refunded <= _receipts[_w].amount
            && (_receipts[_w].amount == 0 ? _events == 0 && _pending == 0 : _events + _pending == 1);
    }
    function _follows(uint96 amount, address payer, address token, uint96 refunded, uint256 events, uint256 pending)
        private view returns (bool)
    {
        return (amount == 0 || (_receipts[_w].amount == amount && _receipts[_w].payer == payer
            && _details[_w].token == token && _events == events))
            && _details[_w].refunded >= refunded && _events >= events && _pending == pending;
    }
    function _outside() private returns (bool answer) {
        _wrong = _wrong || !_holds();${SNAPSHOT}
        answer = Unknown(address(0)).act();
        require(_w == w && _wrong == wrong);
        require(_wrong || (_holds() && _follows(amount, payer, token, refunded, events, pending)));
    }`,
      );
      changed = swap(
        changed,
        GUARD,
        `require(!_wrong && _holds());${SNAPSHOT}
        _;
        assert(_w == w && _wrong == wrong && _holds() && _follows(amount, payer, token, refunded, events, pending));
        assert(false);`,
      );
      changed = swap(changed, /_receipts\[(\w+)\] = Receipt\([^;]*;/g, "$& if ($1 == _w) _pending++;", 2);
      return swap(changed, EVENT, "if ($1 == _w) { _wrong = _wrong || _pending != 1 || _events != 0; _pending--; _events++; }", 2);
    },
    faults: [
      ["payToken", "if (settled(ref)) revert AlreadySettled", "if (false) revert AlreadySettled"],
      ["refund", "if (settled(refundRef)) revert AlreadySettled", "if (false) revert AlreadySettled"],
      ["refund", "if (what.amount > left) revert", "if (false) revert"],
      ["refund", "if (what.amount > left) revert", "if (what.amount < left) revert"],
      ["refund", "_receipts[ref].amount == price.amount && ", ""],
      ["refund", "].refunded += uint96(", "].refunded = uint96("],
      ["payToken", "if (amount == 0) revert", "if (false) revert"],
    ],
  },
  values: {
    says: [
      "7 nothing settles at or after deadline or validBefore",
      "5 a refund comes from the payee",
      "an amount is not zero, and is kept in its 96 bits as it is",
    ],
    without: "holds without the guard against calls back too",
    change(text) {
      let changed = swap(
        outside(text),
        "GHOSTS",
        `bool private _wrong;
    function _outside() private returns (bool answer) {
        bool wrong = _wrong;
        answer = Unknown(address(0)).act();
        require(_wrong == wrong);
    }`,
      );
      changed = swap(changed, GUARD, "require(!_wrong);\n        _;\n        assert(!_wrong);\n        assert(false);");
      const inTime = "block.timestamp < payment.deadline && block.timestamp < validBefore";
      changed = swap(changed, /_announce\(ref, payment, price, [\w.]+\);/g, `$& ${must(inTime)}`, 5);
      changed = swap(changed, "emit Settled(refundRef,", `${must("block.timestamp < what.deadline && msg.sender == payment.payee")} $&`);
      const kept = (receipt, amount) => must(`${receipt}.amount == ${amount} && ${amount} != 0`);
      const paid = "_receipts[ref] = Receipt(payer, uint96(price.amount));";
      changed = swap(changed, paid, `$& ${kept("_receipts[ref]", "price.amount")}`);
      const refunded = "_details[ref].refunded += uint96(what.amount);";
      changed = swap(changed, refunded, `uint256 had = _details[ref].refunded; $& ${must("_details[ref].refunded == had + what.amount")}`);
      const back = "_receipts[refundRef] = Receipt(msg.sender, uint96(what.amount));";
      return swap(changed, back, `$& ${kept("_receipts[refundRef]", "what.amount")}`);
    },
    faults: [
      ["payToken", "if (block.timestamp >= payment.deadline) revert", "if (false) revert"],
      ["payToken", "if (block.timestamp >= payment.deadline) revert", "if (block.timestamp > payment.deadline) revert"],
      ["payNative", "if (block.timestamp >= validBefore) revert", "if (false) revert"],
      ["refund", "if (block.timestamp >= what.deadline) revert", "if (false) revert"],
      ["refund", "if (msg.sender != payment.payee) revert", "if (false) revert"],
      ["payToken", "if (price.amount > type(uint96).max) revert", "if (false) revert"],
    ],
  },
  movements: {
    says: [
      "3 whose tokens are asked for is the payer of Settled: the sender of the call, or the signer of a message with the ref as nonce",
      "4 between two answers of the token, with a call between them, the receiver's balance grew by exactly the amount of Settled",
      "6 the coins that came with the call went on, all of them, to the receiver",
    ],
    without: "no function runs to its end inside another, so calls out change nothing here",
    change(text) {
      let changed = swap(text, "IERC20(token).balanceOf(account)", "_look(token, account)", 2);
      changed = swap(
        changed,
        "GHOSTS",
        `bool private _entered;
    bool private _wrong;
    mapping(uint256 => uint256) private _answers;
    uint256 private _outs;
    uint256 private _sent;
    address private _sentTo;
    address private _owner;
    bytes32 private _nonce;
    address private _tokenThen;
    address private _tokenNow;
    address private _accountThen;
    address private _accountNow;
    uint256 private _balanceThen;
    uint256 private _balanceNow;
    uint256 private _outsThen;
    uint256 private _outsNow;
    function _outside() private returns (bool) {
        _outs++;
        return _answers[_outs] == 1;
    }
    function _look(address token, address account) private returns (uint256) {
        _tokenThen = _tokenNow;
        _accountThen = _accountNow;
        _balanceThen = _balanceNow;
        _outsThen = _outsNow;
        _tokenNow = token;
        _accountNow = account;
        _outs++;
        _balanceNow = _answers[_outs];
        _outsNow = _outs;
        return _balanceNow;
    }
    function _value() private view returns (uint256) {
        return msg.value;
    }
    function _ask(address owner, bytes32 nonce) private {
        _owner = owner;
        _nonce = nonce;
        require(_outside());
    }
    function _send(address to, uint256 amount) private returns (bool) {
        _sentTo = to;
        _sent += amount;
        return _outside();
    }`,
      );
      changed = swap(
        changed,
        GUARD,
        `bool was = _entered;
        require(!($1) && !_wrong);
        _entered = true;
        _outs = 0;
        _sent = 0;
        _;
        _entered = false;
        assert(!was && !_entered && !_wrong && _sent == _value());
        assert(false);`,
      );
      const inToken =
        "_tokenThen == $3 && _tokenNow == $3 && _accountThen == $2 && _accountNow == $2 && _balanceNow == _balanceThen + $4 " +
        "&& _outsNow > _outsThen + 1";
      const owned = "_owner == $5 && (_owner == msg.sender || _nonce == $1)";
      return swap(changed, EVENT, must(`$3 == address(0) ? _sentTo == $2 && _sent == $4 : ${inToken} && ${owned}`), 2);
    },
    faults: [
      ["payToken", "if (_entered) revert", "if (false) revert"],
      ["payToken", "private growsExactly(token, to, amount) {\n        token.pull", "private {\n        token.pull"],
      ["refund", "if (balance != expected) revert", "if (false) revert"],
      ["payToken", "token.pull(msg.sender, to, amount)", "token.pull(to, to, amount)"],
      ["payTokenWithAuthorization", "validBefore, ref, signature.v", "validBefore, 0, signature.v"],
      ["payTokenWithPermit2", "uint256(ref), validBefore", "uint256(0), validBefore"],
      ["payNative", "if (msg.value != price.amount) revert", "if (false) revert"],
      ["refund", "if (msg.value != value) revert", "if (false) revert"],
    ],
  },
};
const UNPROVED = {
  2: "the tree's proof is a loop over hashes in assembly, and the checker knows no more of a hash than that it repeats",
  3: "that the token or Permit2 checks allowance, signature and nonce is their code",
  4: "whether a token's answers are true is its own affair",
  5: "that a refund is in the payment's token follows from hashes that do not meet",
  6: "balances of tokens are not storage of the contract, and anybody can send it more",
};

requireKnown();
const asked = process.argv[2] ? [process.argv[2]] : Object.keys(PROOFS);
let failures = 0;
let [proved, answered] = [0, 0];
const began = Date.now();
for (const name of asked) {
  if (!PROOFS[name]) {
    throw new Error(`no proof named ${name}; there are: ${Object.keys(PROOFS).join(", ")}`);
  }
  const { change, faults, says, without } = PROOFS[name];
  const text = change(copyOf(source(FILE)));
  const before = failures;
  for (const entry of FUNCTIONS) {
    const { broken, other, reached, seconds, slowest } = solve(only(text, entry));
    const fine = !broken && !other && reached;
    proved += fine ? 1 : 0;
    failures += fine ? 0 : 1;
    const result = fine ? "proved" : broken ? "BROKEN" : !reached ? "ITS END IS NOT REACHED" : `NOT PROVED (${other})`;
    console.log(`${name}: ${entry}: ${result}, ${seconds} s, the longest question ${slowest} s`);
  }
  for (const [entry, from, to] of faults) {
    const { broken, seconds } = solve(only(change(copyOf(swap(source(FILE), from, to))), entry));
    answered += broken ? 1 : 0;
    failures += broken ? 0 : 1;
    const fault = `${line(from)} -> ${line(to) || "nothing"}`;
    console.log(`${name}: ${entry}: ${broken ? "breaks" : "SURVIVES"}, ${seconds} s, with the fault: ${fault}`);
  }
  console.log(`${name}: ${failures === before ? `proved; ${without}` : "NOT PROVED"}`);
  says.forEach((one) => console.log(`  ${one}`));
}
console.log("Not proved, and why:");
Object.entries(UNPROVED).forEach(([number, why]) => console.log(`  ${number} ${why}`));
console.log(
  `proofs: ${proved} of ${asked.length * FUNCTIONS.length} (functions by proofs) proved, ${answered} of ` +
    `${asked.flatMap((name) => PROOFS[name].faults).length} planted faults break theirs, ${Math.round((Date.now() - began) / 1000)} s`,
);
process.exit(failures > 0 ? 1 : 0);

function line(text) {
  return text.replace(/\s+/g, " ").trim();
}

/** A new function that writes would be one that nothing here looks at. */
function requireKnown() {
  const { sources } = compileWith(withImports(FILE), { ...settings, outputSelection: { "*": { "": ["ast"] } } });
  const found = [];
  visit(sources[FILE].ast, (node) => {
    const writes = node.nodeType === "FunctionDefinition" && !["view", "pure"].includes(node.stateMutability);
    if (writes && !["private", "internal"].includes(node.visibility)) {
      found.push(`${node.name || node.kind} ${node.modifiers.map(({ modifierName }) => modifierName.name).join(" ")}`);
    }
  });
  const expected = FUNCTIONS.map((name) => `${name} nonReentrant`);
  if (found.sort().join() !== expected.sort().join()) {
    throw new Error(`the functions that write are not the ones that are proved: ${found.join(", ")}`);
  }
}

/** The source as the checker understands it, which knows no errors with arguments, transient storage, assembly or code at addresses. */
function copyOf(original) {
  const api = source("src/IPaymentSettlement.sol");
  const types = api.slice(api.indexOf("struct Payment"), api.indexOf("error AlreadySettled"));
  let text = swap(original, /^(import|pragma).*$/gm, "", 5);
  text = swap(
    text,
    "contract PaymentSettlement is IPaymentSettlement {",
    `pragma solidity 0.8.37;
interface Unknown {
    function act() external returns (bool);
}
contract PaymentSettlement {
    ${types}`,
  );
  text = swap(text, "using TokenCalls for address;", "");
  text = swap(text, /(IPermit2|bytes32|string) private constant[^;]*;/g, "", 3);
  text = swap(text, /if \(([^;\n]*)\) revert \w+\([^;\n]*\);/g, "require(!($1));", 22);
  text = swap(text, "bool private transient _entered;", "GHOSTS");
  // There is no code at the zero address; there can be some at any other.
  text = swap(text, "price.token.code.length == 0", "price.token == address(0)");
  text = swap(text, "require(!(address(PERMIT2).code.length == 0));", "");
  text = swap(text, /bytes32 leaf = [^]*? == root;/g, "return true;");
  // Whoever calls chooses the id, and it is used for the ref and in the event only. So it can be the ref.
  text = swap(text, "keccak256(abi.encode(block.chainid, address(this), payment))", "payment.id");
  text = swap(text, "keccak256(abi.encode(ref, id))", "id");
  const call = /assembly \("memory-safe"\) \{\s*accepted := call\(gas\(\), (\w+), (\w+), 0, 0, 0, 0\)\s*\}/g;
  text = swap(text, call, "accepted = _send($1, $2);");
  text = swap(text, /token\.pull\(([\w.]+), to, amount\);/g, "_ask($1, 0);");
  text = swap(text, "token.push(to, amount);", "require(_outside());");
  text = swap(text, /try IERC2612[^;]*? \{\} catch \{\}/g, "_outside();");
  const authorization = [
    /bytes memory authorization = abi\.encodeCall\(\s*IERC3009\.receiveWithAuthorization,\s*/,
    /\((\w+), address\(this\), price\.amount, 0, validBefore, (\w+), [^;]*;\s*price\.token\.invoke\(authorization\);/,
  ];
  text = swap(text, joined(authorization), "_ask($1, $2);");
  const permit2 = [
    /PERMIT2\.permitWitnessTransferFrom\(\s*IPermit2\.PermitTransferFrom\(\s*/,
    /IPermit2\.TokenPermissions\(price\.token, price\.amount\), uint256\((\w+)\), validBefore\s*\),\s*/,
    /IPermit2\.SignatureTransferDetails\(payment\.payee, price\.amount\),\s*(\w+),[^;]*;/,
  ];
  return swap(text, joined(permit2), "_ask($2, bytes32(uint256($1)));");
}

function joined(patterns) {
  return new RegExp(patterns.map(({ source: part }) => part).join(""), "g");
}

/** Without who is asked for what, and without balances. */
function outside(text) {
  let changed = swap(text, "accepted = _send(payee, amount);", "accepted = _outside();");
  changed = swap(changed, /_ask\([^;]*;/g, "require(_outside());", 3);
  return swap(changed, /modifier growsExactly[^]*?\n {4}\}/g, "modifier growsExactly(address, address, uint256) { _; }");
}

/** A source without its comments. */
function source(path) {
  return withImports(path)[path].replace(/^\s*\/\/.*$/gm, "");
}

/** Replaces so many places, and no others: if the source has changed, this file has to follow. */
function swap(text, from, to, times = 1) {
  const found = typeof from === "string" ? text.split(from).length - 1 : [...text.matchAll(from)].length;
  if (found !== times) {
    throw new Error(`scripts/soak/proofs.mjs has to follow the sources, which have ${found}, not ${times}, of ${from}`);
  }
  return text.replaceAll(from, to);
}

/** With only this one of the functions that write. */
function only(text, entry) {
  const functions = /\n {4}function (\w+)\([^)]*\)\s+external\s+(?:payable\s+)?nonReentrant\s+\{[^]*?\n {4}\}\n/g;
  let kept = 0;
  const changed = swap(text, functions, (whole, name) => (name === entry ? (kept++, whole) : "\n"), FUNCTIONS.length);
  if (kept !== 1) {
    throw new Error(`${kept} functions ${entry}`);
  }
  return changed;
}

/** What the checker says of every assertion: whether one is broken, what else it says, and whether it reaches the end. */
function solve(text) {
  const start = Date.now();
  let slowest = 0;
  const smtSolver = (query) => {
    const asked = Date.now();
    let contents = "unknown";
    for (const options of ATTEMPTS) {
      const { error, stdout } = spawnSync("z3", ["-smt2", "-in", ...options], { input: query, encoding: "utf8", maxBuffer: 2 ** 30 });
      if (error) {
        throw error;
      }
      contents = stdout;
      if (/^(un)?sat/.test(stdout)) {
        break;
      }
    }
    slowest = Math.max(slowest, Date.now() - asked);
    return { contents };
  };
  const modelChecker = {
    engine: "bmc",
    solvers: ["smtlib2"],
    targets: ["assert"],
    contracts: { [FILE]: ["PaymentSettlement"] },
    showProvedSafe: true,
    showUnproved: true,
    showUnsupported: true,
  };
  const itsSettings = { ...settings, modelChecker, outputSelection: { "*": { "*": [] } } };
  const { errors = [] } = compileWith({ [FILE]: text }, itsSettings, { smtSolver });
  const wrong = errors.find(({ severity }) => severity === "error");
  if (wrong) {
    throw new Error(wrong.formattedMessage);
  }
  const said = errors.filter(({ errorCode }) => !HARMLESS.includes(errorCode));
  const isEnd = ({ sourceLocation }) => sourceLocation && text.startsWith("assert(false)", sourceLocation.start);
  const about = said.filter((message) => !isEnd(message));
  const isProved = text.split("assert(").length - 2 === about.filter(({ errorCode }) => errorCode === PROVED).length;
  const other = about.find(({ errorCode }) => ![PROVED, BROKEN].includes(errorCode))?.message;
  return {
    broken: about.some(({ errorCode }) => errorCode === BROKEN),
    other: other ?? (isProved ? undefined : "the checker says nothing of it"),
    reached: said.some((message) => isEnd(message) && message.errorCode === BROKEN),
    seconds: Math.round((Date.now() - start) / 1000),
    slowest: Math.round(slowest / 1000),
  };
}
