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

const door: Machine<"open" | "shut", "pushed" | "kicked" | "knocked" | "pulled"> = {
  name: "A door",
  about: "Opens | shuts.",
  file: "door.ts",
  initial: { shut: "made so; always: #1" },
  states: { open: "One may pass.", shut: "Nobody may." },
  events: {
    pushed: "by a hand",
    kicked: "by a foot",
    knocked: "politely",
    pulled: "by the handle",
  },
  table: {
    open: { pulled: "shut" },
    shut: { pushed: { to: ["open", "shut"] }, kicked: "open", pulled: "shut" },
  },
  ignored: { shut: ["knocked"] },
};

test("machinesPage draws a diagram and a table of states and events", () => {
  const page = machinesPage([door]);
  expect(page).toContain(
    [
      "stateDiagram-v2",
      "  [*] --> shut: made so#59; always#58; #35;1",
      "  open --> shut: pulled",
      "  shut --> open: pushed<br/>kicked",
      "```",
    ].join("\n"),
  );
  expect(page).toContain("Opens | shuts. (`door.ts`)");
  expect(page).toContain("| pushed | by a hand |  | open or shut |");
  expect(page).toContain("| knocked | politely |  | *ignored* |");
  expect(page).toContain("| pulled | by the handle | shut | shut |");
});

test("machinesPage refuses a state name that Mermaid would misread", () => {
  const states = { end: "", "two words": "" };
  for (const name of Object.keys(states)) {
    const odd: Machine = { ...door, initial: { [name]: "" } };
    expect(() => machinesPage([odd])).toThrow(name);
  }
});
