import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { CHUNKS_OF_PAGES, LATE_PARTS } from "./webpack/lateParts.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Whether a file loads code late. Types may be imported anywhere. */
function loadsLate(file: string): boolean {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  return /(?<!typeof )\bimport\(/.test(text);
}

test("only the pages and the listed late parts load after the app's start", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|^src\/testing\//.test(file),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter(loadsLate).toSorted()).toEqual(
    [...CHUNKS_OF_PAGES, ...Object.keys(LATE_PARTS)].toSorted(),
  );
});
