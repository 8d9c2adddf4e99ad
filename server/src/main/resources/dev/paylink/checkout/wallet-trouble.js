/**
 * Finds one word for whatever a wallet, the chain or our server says when something goes wrong;
 * the page has a sentence for each word in every language. Wallets agree on little, and bury the
 * reason in each other's errors, so the whole error is searched.
 */
const SIGNS = [
  ['rejected', /"code":4001\b|user (rejected|denied|cancel)|ACTION_REJECTED/i],
  ['pending', /"code":-32002\b|already pending/i],
  ['unauthorized', /"code":4100\b/],
  ['disconnected', /"code":490[01]\b|disconnected/i],
  ['chain', /"code":4902\b|unrecognized chain/i],
  ['unsupported', /"code":(4200|-32601|-32004|57[0-6]0)\b|not (supported|implemented)/i],
  ['settled', /0xb196a44a/], // AlreadySettled
  ['late', /0xf80dbaea|0x3c511dd1/], // Expired, NoLongerValid
  ['self', /0x0e07800a/], // SelfPayment
  ['token', /0x58294a43|0x495a9962|blacklist|frozen|paused/i], // TokenRefused, InexactTransfer
  // InvalidPayee, NotAToken, NotNative, PayeeRefused, Reentered, WrongValue, ZeroAmount
  ['refused', /0x(52d9c6c8|f0ae59ab|863d608a|e601cda7|b5dfd9e5|195a3ca1|1f2a2005)/],
  // NotAccepted, AmountTooLarge, NoPermit2; of refunds NotPayee, NotSettled, NotPaidWith, RefundTooLarge
  ['refused', /0x(de8666ed|08083b2a|ecc53ee6|525d8c80|1d46cb05|fae9d4c7|5cb9f5ab)/],
  // As tokens say it: OpenZeppelin's errors, and those without arguments.
  ['balance', /0xe450d38c|0xf4d678b8|exceeds balance/i],
  ['allowance', /0xfb8f41b2|0x13be252b|(exceeds|insufficient) allowance/i],
  ['gas', /insufficient funds|enough funds/i],
];

/** Trouble that has its word already. */
export class Trouble extends Error {
  constructor(word) {
    super(word);
    this.word = word;
  }
}

export function wordFor(error) {
  return error?.word ?? SIGNS.find(([, sign]) => sign.test(whole(error)))?.[0] ?? 'unknown';
}

/** What the other side said itself, for trouble that we have no sentence for. */
export function saying(error) {
  return String(error?.data?.message ?? error?.message ?? '').slice(0, 200);
}

function whole(error) {
  try {
    return `${JSON.stringify(error)} ${error?.message}`;
  } catch { // it contains itself
    return `"code":${error.code} ${error.message}`;
  }
}
