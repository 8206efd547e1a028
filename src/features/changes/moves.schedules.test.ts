import { expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Rule } from "#testing/schedules/checkers/rules.ts";
import { createAppClient } from "#testing/schedules/clients/appClient.ts";
import { createNaiveClient } from "#testing/schedules/clients/naiveClient.ts";
import { moveProperty, SCHEDULES, SCHEDULES_TIMEOUT_MS } from "#testing/schedules/moveProperty.ts";

it(
  "moves keep every rule in any order of events",
  async () => {
    await fc.assert(moveProperty(createAppClient, "stable"), SCHEDULES);
  },
  SCHEDULES_TIMEOUT_MS,
);

// Rules that cannot be broken prove nothing.
it.each([
  "shown",
  "one request per card",
  "the server hears older moves first",
  "one toast per outcome",
] satisfies Rule[])(
  "detects that a board with optimistic patches and rollbacks breaks: %s",
  async (rule) => {
    const control = moveProperty(createNaiveClient, "stable", [rule]);
    const { failed, errorInstance } = await fc.check(control, {
      numRuns: 2_000,
      endOnFailure: true,
    });
    expect(failed).toBe(true);
    expect(String(errorInstance)).toContain(`${rule}: `);
  },
  SCHEDULES_TIMEOUT_MS,
);
