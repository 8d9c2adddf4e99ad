/** The ERC-7730 descriptors, and what a wallet shows with them: "Pay 125.5 USDC to 0x7099…" instead of bytes. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Interface, formatUnits, getAddress } from "ethers";
import { root } from "./compile.mjs";

const folder = join(root, "erc7730");

/** Every descriptor, as { name: content }. */
export function readDescriptors() {
  const names = readdirSync(folder).filter((name) => /^(calldata|eip712)-.*\.json$/.test(name));
  return Object.fromEntries(names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8"))]));
}

export function readDescriptorSchema() {
  return JSON.parse(readFileSync(join(folder, "schema.json"), "utf8"));
}

/** The function of a contract's format, from the format's key: "pay((address to) payment,uint256 until)". */
export function functionOf(key) {
  return Interface.from([`function ${key}`]).fragments[0];
}

/**
 * What a wallet shows for a message or a call: { title, lines }. `container` is { from, to, value }, `tokenAt` finds
 * { symbol, decimals } of a token's address. Throws where a value is not one that the descriptor allows.
 */
export function shownBy({ intent, interpolatedIntent, fields }, values, container, tokenAt) {
  const at = (path) => valueAt(path, values, container);
  const text = ({ path, format, params }) => {
    const value = at(path);
    switch (format) {
      case "amount":
        return `${formatUnits(value, 18)} coins`;
      case "tokenAmount": {
        const token = getAddress(at(params.tokenPath));
        if (params.nativeCurrencyAddress === token) {
          return `${formatUnits(value, 18)} coins`;
        }
        const { symbol, decimals } = tokenAt(token);
        return `${formatUnits(value, decimals)} ${symbol}`;
      }
      case "addressName":
        return getAddress(value);
      case "date":
        return new Date(Number(value) * 1000).toISOString();
      default:
        return String(value);
    }
  };
  for (const { path, visible } of fields) {
    if (visible.mustBe && !visible.mustBe.some((allowed) => String(allowed) === String(at(path)))) {
      throw new Error(`${path} is ${at(path)}`);
    }
  }
  const shown = fields.filter(({ visible }) => visible === "always" || visible === "optional");
  const title = interpolatedIntent.replaceAll(/\{(.+?)\}/g, (_, path) => text(fields.find((field) => field.path === path)));
  return { intent, title, lines: Object.fromEntries(shown.map((field) => [field.label, text(field)])) };
}

function valueAt(path, values, container) {
  const [first, ...rest] = path.split(".");
  return rest.reduce((value, name) => value[name], first === "@" ? container : values[first]);
}
