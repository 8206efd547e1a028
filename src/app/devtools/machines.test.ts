import { existsSync, globSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { type Machine, targetsOf } from "#lib/machine.ts";
import { walks } from "#testing/machineWalks.ts";
import { machines } from "./machines.ts";

/** The states that are reachable from the initial ones. */
function reachable(machine: Machine): string[] {
  const seen = new Set(Object.keys(machine.initial));
  for (const state of seen) {
    for (const event of Object.keys(machine.events)) {
      for (const to of targetsOf(machine, state, event)) seen.add(to);
    }
  }
  return [...seen];
}

test("every machine of the app is listed and tested", () => {
  const files = globSync("src/**/*Machine.ts").toSorted();
  expect(files.length).toBeGreaterThan(0);
  expect(machines.map(({ file }) => file).toSorted()).toEqual(files);
  expect(Object.keys(walks).toSorted()).toEqual(files);
});

describe.each(machines.map((machine) => ({ machine, name: machine.name })))(
  "$name",
  ({ machine }) => {
    const states = Object.keys(machine.states);
    const events = Object.keys(machine.events);
    const steps = walks[machine.file] ?? [];
    const pairs = states.flatMap((state) => events.map((event) => ({ state, event })));

    test("has a consistent declaration", () => {
      expect(existsSync(machine.file)).toBe(true);
      expect(Object.keys(machine.table).toSorted()).toEqual(states.toSorted());
      expect(reachable(machine).toSorted()).toEqual(states.toSorted());
      for (const [state, row] of Object.entries(machine.table)) {
        expect([state, Object.keys(row).filter((event) => !events.includes(event))]).toEqual([
          state,
          [],
        ]);
      }
      for (const [state, ignored = []] of Object.entries(machine.ignored)) {
        const handled = ignored.filter((event) => targetsOf(machine, state, event).length > 0);
        expect([state, handled]).toEqual([state, []]);
        expect(new Set(ignored).size).toBe(ignored.length);
        expect(ignored.filter((event) => !events.includes(event))).toEqual([]);
      }
    });

    test.each(pairs)("$event in $state", ({ state, event }) => {
      const taken = steps.filter((step) => step.from === state && step.event === event);
      expect(taken.length).toBeGreaterThan(0);
      const declared = targetsOf(machine, state, event);
      if (declared.length > 0) {
        // Every declared transition happens, and no other.
        const reached = new Set(taken.map(({ to }) => to));
        expect([...reached].toSorted()).toEqual([...declared].toSorted());
      } else {
        expect(taken.filter(({ same }) => !same)).toEqual([]);
      }
    });
  },
);
