import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { artifactPath, published, readArtifact, renderArtifact } from "../lib/artifact.mjs";
import { settlementAddress } from "./settlement.mjs";
import { provider } from "./world.mjs";

describe("artifact", () => {
  for (const name of Object.keys(published)) {
    it(`of ${name} is what its sources compile to, byte for byte (else: npm run build)`, () => {
      assert.ok(readFileSync(artifactPath(name), "utf8") === renderArtifact(name));
    });
  }

  it("names the code that is found on a chain after deployment", async () => {
    assert.equal(await provider.getCode(settlementAddress), readArtifact("PaymentSettlement").deployedBytecode);
  });
});
