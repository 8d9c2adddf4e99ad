/**
 * Small faults for Solidity sources, found in the compiler's own syntax tree: each check, statement and modifier dropped, each
 * operator replaced by its neighbours, each pair of operands or arguments of one type swapped.
 */

const NEIGHBOURS = {
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">"],
  "<=": ["<"],
  ">": [">=", "<"],
  ">=": [">"],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "+=": ["-=", "="],
};

/** All faults of one source, as [{ line, what, text }] with the whole changed text. `ast` is the source's tree. */
export function faultsOf(text, ast) {
  const bytes = Buffer.from(text);
  const range = ({ src }) => src.split(":").map(Number);
  const textOf = (node) => {
    const [start, length] = range(node);
    return bytes.subarray(start, start + length).toString();
  };
  const faults = [];
  const add = (node, by, what) => {
    const [start, length] = range(node);
    const changed = Buffer.concat([bytes.subarray(0, start), Buffer.from(by), bytes.subarray(start + length)]).toString();
    const line = bytes.subarray(0, start).toString().split("\n").length;
    const [was] = textOf(node).split("\n");
    faults.push({ line, what: `${what}: ${was}`, text: changed });
  };
  const swap = (node, a, b) => {
    const [start, length] = range(node);
    const [[fromA, lengthA], [fromB, lengthB]] = [range(a), range(b)];
    const part = (from, to) => bytes.subarray(from, to).toString();
    add(
      node,
      part(start, fromA) + textOf(b) + part(fromA + lengthA, fromB) + textOf(a) + part(fromB + lengthB, start + length),
      `swapped ${textOf(a)} and ${textOf(b)}`,
    );
  };
  const nothing = (node) => (textOf(node).endsWith("}") ? "{}" : "0");
  const type = (node) => node.typeDescriptions?.typeString?.replace(/ (ref|pointer|memory|calldata|storage).*/, "");

  visit(ast, (node) => {
    switch (node.nodeType) {
      case "IfStatement":
        add(node, node.falseBody ? textOf(node.falseBody) : nothing(node), "never");
        if (node.trueBody.nodeType !== "RevertStatement") {
          add(node, textOf(node.trueBody), "always");
        }
        break;
      case "ExpressionStatement":
      case "EmitStatement":
        add(node, nothing(node), "dropped");
        break;
      case "ModifierInvocation":
        add(node, "", "dropped");
        break;
      case "BinaryOperation":
      case "Assignment": {
        const [left, right] = [node.leftExpression ?? node.leftHandSide, node.rightExpression ?? node.rightHandSide];
        for (const other of NEIGHBOURS[node.operator] ?? []) {
          add(node, `${textOf(left)} ${other} ${textOf(right)}`, `${node.operator} as ${other}`);
        }
        if (node.operator === "-") {
          swap(node, left, right);
        }
        if (["&&", "||"].includes(node.operator)) {
          add(node, textOf(left), "only the left of");
          add(node, textOf(right), "only the right of");
        }
        break;
      }
      case "Conditional":
        swap(node, node.trueExpression, node.falseExpression);
        break;
      case "UnaryOperation":
        if (node.operator === "!") {
          add(node, textOf(node.subExpression), "without !");
        }
        break;
      case "FunctionCall":
        // The words of a refusal are for people, and each test of a refusal compares them.
        for (let i = 1; i < node.arguments.length; i++) {
          const [a, b] = [node.arguments[i - 1], node.arguments[i]];
          if (type(a) === type(b) && textOf(a) !== textOf(b)) {
            swap(node, a, b);
          }
        }
        break;
      case "YulFunctionCall":
        if (["gt", "and"].includes(node.functionName.name)) {
          add(node.functionName, node.functionName.name === "gt" ? "lt" : "or", "replaced");
        }
        break;
      case "YulIf":
        add(node, "", "dropped");
        break;
      default:
    }
  });
  return faults;
}

/** Shows each node of a syntax tree. */
export function visit(node, look) {
  if (Array.isArray(node)) {
    node.forEach((one) => visit(one, look));
  } else if (node !== null && typeof node === "object") {
    if (node.nodeType) {
      look(node);
    }
    Object.values(node).forEach((child) => visit(child, look));
  }
}
