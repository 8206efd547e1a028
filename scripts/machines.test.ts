import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { machines } from "#app/devtools/machines.ts";
import type { Machine } from "#lib/machine.ts";
import { machinesPage } from "./machinesPage.ts";

const root = path.resolve(import.meta.dirname, "..");

test("docs/machines.md is up to date; `npm run docs:machines` updates it", () => {
  const page = readFileSync(path.join(root, "docs/machines.md"), "utf8");
  expect(page).toBe(machinesPage(machines));
});

test("machinesPage refuses a state name that Mermaid would misread", () => {
  const [machine] = machines;
  for (const name of ["end", "two words"]) {
    const odd = { ...machine, initial: { [name]: "" } } as Machine;
    expect(() => machinesPage([odd])).toThrow(name);
  }
});
