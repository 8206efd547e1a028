import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";

/** The folders that each folder of the server imports from, without tests. */
function importsOfFolders(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })) {
    const [folder = ""] = file.split(path.sep);
    if (folder === file || folder === "testing" || !/(?<!\.test)\.ts$/.test(file)) continue;
    const text = readFileSync(path.join(import.meta.dirname, file), "utf8");
    const known = imports.get(folder) ?? new Set();
    for (const [, other = ""] of text.matchAll(/from "#server\/([^/"]+)\//g)) known.add(other);
    imports.set(folder, known);
  }
  return imports;
}

test("the folders of the server import each other in one direction", () => {
  const imports = importsOfFolders();
  let left = imports.size;
  // Removes folders that import no remaining folder. Repeats until it can remove none.
  do {
    left = imports.size;
    for (const [folder, others] of imports) {
      if (![...others].some((other) => other !== folder && imports.has(other))) {
        imports.delete(folder);
      }
    }
  } while (imports.size < left);
  expect([...imports.keys()]).toEqual([]);
});
