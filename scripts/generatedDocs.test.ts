import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { machines } from "#app/devtools/machines.ts";
import type { Machine } from "#lib/machine.ts";
import { apiDocument } from "#server/openapi/document.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { machinesPage } from "./machinesPage.ts";
import { envExample, withSettingsTable } from "./settingsDocs.ts";

const server = sharedServer();
const root = path.resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

/** The documents that a script writes, and what each should say. */
test.each<[document: string, script: string, () => string | Promise<string>]>([
  ["docs/machines.md", "docs:machines", () => machinesPage(machines)],
  ["docs/operations.md", "docs:settings", () => withSettingsTable(read("docs/operations.md"))],
  [".env.example", "docs:settings", () => envExample(read("compose.yaml"))],
  [
    "docs/openapi.json",
    "docs:openapi",
    async () => `${JSON.stringify(await apiDocument(server.app.apiRoutes), null, 2)}\n`,
  ],
])("%s is up to date; `npm run %s` updates it", async (document, _script, generate) => {
  expect(read(document)).toBe(await generate());
});

test("machinesPage refuses a state name that Mermaid would misread", () => {
  const [machine] = machines;
  for (const name of ["end", "two words"]) {
    const odd = { ...machine, initial: { [name]: "" } } as Machine;
    expect(() => machinesPage([odd])).toThrow(name);
  }
});
