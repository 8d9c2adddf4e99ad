/** Writes the artifacts and the worked examples anew from the sources. */
import { writeFileSync } from "node:fs";
import { artifactPath, published, renderArtifact } from "../lib/artifact.mjs";
import { renderVectors, vectorsPath } from "../lib/vectors.mjs";

for (const name of Object.keys(published)) {
  writeFileSync(artifactPath(name), renderArtifact(name));
  console.log(artifactPath(name));
}
writeFileSync(vectorsPath, await renderVectors());
console.log(vectorsPath);
