import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";

const ROOT = path.resolve(import.meta.dirname, "..");

/** A feature's data are a room of their own: its screens may import features that import its data. */
const DATA = "/data";

const folders = (dir: string): string[] =>
  readdirSync(path.join(ROOT, dir), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "testing")
    .flatMap(({ name }) =>
      existsSync(path.join(ROOT, dir, name + DATA)) ? [name, name + DATA] : [name],
    );

/** The aliases of the root's folders are theirs in package.json: `#features/` is src/features. */
const aliasOf = (dir: string): string => `#${dir.replace(/^src\//, "")}/`;

/** Stands for the files of the folder itself. */
const OWN_FILES = ".";

/** The alias with which a file is imported, also from its own folder. */
const fullName = (imported: string, dir: string): string =>
  imported.startsWith("./") ? aliasOf(dir) + imported.slice(2) : imported;

/**
 * What each folder inside `dir` imports from the other folders inside it, without tests.
 *
 * @param withOwn whether the files of `dir` itself count as one more folder
 */
function importsOfFolders(dir: string, withOwn = false): Map<string, Set<string>> {
  const names = [...folders(dir), ...(withOwn ? [OWN_FILES] : [])];
  const imports = new Map(names.map((name) => [name, new Set<string>()]));
  for (const [name, known] of imports) {
    const inside = path.join(ROOT, dir, name);
    const recursive = name !== OWN_FILES;
    for (const file of readdirSync(inside, { recursive, encoding: "utf8" })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
      if (imports.has(name + DATA) && file.startsWith("data/")) continue;
      const text = readFileSync(path.join(inside, file), "utf8");
      for (const [, imported = ""] of text.matchAll(
        /(?:from|import\()\s*(?:\/\*[^*]*\*\/\s*)?"([^"]+)"/g,
      )) {
        const full = name === OWN_FILES ? fullName(imported, dir) : imported;
        if (!full.startsWith(aliasOf(dir))) continue;
        const parts = full.slice(aliasOf(dir).length).split("/");
        const [first = "", second] = parts;
        const inData = `${first}/${second}`;
        const other = parts.length === 1 ? OWN_FILES : imports.has(inData) ? inData : first;
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

const rooms = ["server", "server/imports", "src/features", "src/sync"];

test.each(rooms)("the folders of %s import each other in one direction", (dir) => {
  expect(entangled(importsOfFolders(dir))).toEqual([]);
});

const roomsWithFiles = [
  "src/lib",
  "src/ui",
  "src/app",
  "src/testing/schedules",
  ...folders("src/features").map((name) => `src/features/${name}`),
];

test.each(roomsWithFiles)(
  "the files of %s and its folders import each other in one direction",
  (dir) => {
    expect(entangled(importsOfFolders(dir, true))).toEqual([]);
  },
);
