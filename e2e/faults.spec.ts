import { promoteByRun } from "./support/flows/runs.ts";
import { signIn } from "./support/flows/session.ts";
import { comment, createTask, moveCard, search } from "./support/flows/tasks.ts";
import { applies, FAULTS, type FaultName, type Flow, runUnderFault } from "./support/matrix.ts";
import { test } from "./support/stage.ts";
import { expect } from "./support/test.ts";

/**
 * One flow of each kind, each under every fault of the connection, on one page and one server. A read
 * and a change run under refusals and late responses too, in which a browser adds nothing:
 * src/app/calls.test.ts tests every call, and the test of each component what it shows after a failure.
 */
const FLOWS: readonly Flow[] = [signIn, search, moveCard, createTask, comment, promoteByRun];
const UNDER_EVERY_FAULT = process.env["TEST_DEEP"] ? FLOWS : [search, moveCard];

for (const flow of FLOWS) {
  test(`${flow.name}, under network faults @chromium @matrix`, async ({ stage }) => {
    // This is many small tests in one, and takes ten seconds on an idle machine.
    test.setTimeout(600_000);
    const failures: string[] = [];
    for (const fault of Object.keys(FAULTS) as FaultName[]) {
      if (!applies(flow, fault)) continue;
      if (!FAULTS[fault].cuts && !UNDER_EVERY_FAULT.includes(flow)) continue;
      await test.step(fault, async () => {
        try {
          await runUnderFault(flow, stage, fault);
        } catch (failure) {
          failures.push(`${fault}: ${failure instanceof Error ? failure.stack : String(failure)}`);
          stage.network.removeFaults();
          await stage.page.goto("about:blank");
        }
      });
    }
    expect(failures.join("\n\n")).toBe("");
  });
}
