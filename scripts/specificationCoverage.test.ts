import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";

const root = path.resolve(import.meta.dirname, "..");
const table = readFileSync(path.join(root, "docs/specification-coverage.md"), "utf8");

const SECTIONS = ["§1", "§2", "§3", "§4", "§5", "§6", "§7", "§8", "§9"];

interface Row {
  line: number;
  section: string;
  requirement: string;
  /** The files that implement it. */
  files: string[];
  /** The tests that show it, by file and name. */
  tests: { file: string; name: string }[];
}

/** `| requirement | `file`, `file` | `test file`: “name”<br>… |` */
function readRows(): Row[] {
  const rows: Row[] = [];
  let section = "";
  for (const [index, text] of table.split("\n").entries()) {
    section = /^## (§\d)/.exec(text)?.[1] ?? section;
    if (!text.startsWith("|") || /^\|\s*(-|Requirement)/.test(text)) continue;
    const [, requirement = "", livesIn = "", shownBy = ""] = text.split(/(?<!\\)\|/);
    const names = (cell: string, pattern: RegExp) => [...cell.matchAll(pattern)];
    rows.push({
      line: index + 1,
      section,
      requirement: requirement.trim(),
      files: names(livesIn, /`([^`]+)`/g).map(([, file = ""]) => file),
      tests: names(shownBy, /`([^`]+)`: “([^”]+)”/g).map(([, file = "", name = ""]) => ({
        file,
        name,
      })),
    });
  }
  return rows;
}

const rows = readRows();

/** The text of a file; "" if there is no such file. */
function textOf(file: string): string {
  const place = path.join(root, file);
  return existsSync(place) ? readFileSync(place, "utf8") : "";
}

/** Whether a test file has a test, or a table of tests, of that name, with or without a tag. */
function hasTest(file: string, name: string): boolean {
  const text = textOf(file);
  return ['"', "'", "`"].some((quote) =>
    [quote, " @"].some((end) => text.includes(quote + name + end)),
  );
}

test("every section of the specification has rows", () => {
  for (const section of SECTIONS) {
    expect([section, rows.some((row) => row.section === section)]).toEqual([section, true]);
  }
});

test("every row has a requirement, a file and a test", () => {
  const incomplete = rows
    .filter(({ requirement, files, tests }) => !requirement || !files.length || !tests.length)
    .map(({ line, requirement }) => `${line}: ${requirement}`);
  expect(incomplete).toEqual([]);
});

test("every file in a row exists", () => {
  const missing = rows.flatMap(({ line, files }) =>
    files.filter((file) => textOf(file) === "").map((file) => `${line}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test("every test in a row exists, in a file that a test run includes", () => {
  const missing = rows.flatMap(({ line, tests }) =>
    tests
      .filter(({ file, name }) => !/\.(test|spec)\.tsx?$/.test(file) || !hasTest(file, name))
      .map(({ file, name }) => `${line}: ${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
