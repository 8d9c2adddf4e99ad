/** The prices that a payment accepts, as a Merkle tree. Any order of them gives the same root. */
import { AbiCoder, concat, keccak256 } from "ethers";

/** A leaf is hashed twice, so that it cannot be taken for a node. */
export function leafOf({ token, amount }) {
  return keccak256(keccak256(AbiCoder.defaultAbiCoder().encode(["address", "uint256"], [token, amount])));
}

function nodeOf(a, b) {
  return keccak256(BigInt(a) < BigInt(b) ? concat([a, b]) : concat([b, a]));
}

/** { root, proofOf(price) }, laid out as OpenZeppelin's StandardMerkleTree: a heap with the sorted leaves at its end. */
export function treeOf(prices) {
  const leaves = prices.map(leafOf).sort();
  const heap = new Array(2 * leaves.length - 1);
  leaves.forEach((leaf, i) => (heap[heap.length - 1 - i] = leaf));
  for (let i = heap.length - leaves.length - 1; i >= 0; i--) {
    heap[i] = nodeOf(heap[2 * i + 1], heap[2 * i + 2]);
  }
  const proofOf = (price) => {
    const proof = [];
    for (let i = heap.lastIndexOf(leafOf(price)); i > 0; i = (i - 1) >> 1) {
      proof.push(heap[i % 2 === 0 ? i - 1 : i + 1]);
    }
    return proof;
  };
  return { root: heap[0], proofOf };
}
