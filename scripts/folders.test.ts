import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";

const ROOT = path.resolve(import.meta.dirname, "..");

const folders = (dir: string): string[] =>
  readdirSync(path.join(ROOT, dir), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "testing")
    .map(({ name }) => name);

/** The aliases of the root's folders are theirs in package.json: `#features/` is src/features. */
const aliasOf = (dir: string): string => `#${dir.replace(/^src\//, "")}/`;

/** What each folder inside `dir` imports from the other folders inside it, without tests. */
function importsOfFolders(dir: string): Map<string, Set<string>> {
  const names = folders(dir);
  const imports = new Map(names.map((name) => [name, new Set<string>()]));
  for (const [name, known] of imports) {
    const inside = path.join(ROOT, dir, name);
    for (const file of readdirSync(inside, { recursive: true, encoding: "utf8" })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
      const text = readFileSync(path.join(inside, file), "utf8");
      for (const [, imported = ""] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
        if (!imported.startsWith(aliasOf(dir))) continue;
        const [other = ""] = imported.slice(aliasOf(dir).length).split("/");
        if (other !== name && names.includes(other)) known.add(other);
      }
    }
  }
  return imports;
}

/** The folders that import each other, directly or through others. */
function entangled(imports: Map<string, Set<string>>): string[] {
  const left = new Map(imports);
  // Removes folders that import no remaining folder. Repeats until it can remove none.
  for (let before = left.size + 1; left.size < before; ) {
    before = left.size;
    for (const [folder, others] of left) {
      if (![...others].some((other) => left.has(other))) left.delete(folder);
    }
  }
  return [...left.keys()];
}

const rooms = [
  "server",
  "server/imports",
  "src/app",
  "src/features",
  "src/sync",
  ...folders("src/features").map((feature) => `src/features/${feature}`),
];

test.each(rooms)("the folders of %s import each other in one direction", (dir) => {
  expect(entangled(importsOfFolders(dir))).toEqual([]);
});
