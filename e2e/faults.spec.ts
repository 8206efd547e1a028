import * as admin from "./support/flows/admin.ts";
import * as runs from "./support/flows/runs.ts";
import * as session from "./support/flows/session.ts";
import * as tasks from "./support/flows/tasks.ts";
import {
  FAULTS,
  type FaultName,
  type Flow,
  reasonAgainst,
  runUnderFault,
} from "./support/matrix.ts";
import { test } from "./support/stage.ts";
import { expect } from "./support/test.ts";

/** Every flow of the app. Each runs under every fault, on one page and one server. */
const FLOWS: readonly Flow[] = [
  session.signIn,
  session.register,
  session.signOut,
  session.openProfile,
  session.updateProfile,
  session.changePassword,
  tasks.openDashboard,
  tasks.openBoard,
  tasks.moveCard,
  tasks.search,
  tasks.filter,
  tasks.turnPage,
  tasks.openTask,
  tasks.createTask,
  tasks.editTask,
  tasks.deleteTask,
  tasks.comment,
  admin.openTeams,
  admin.createTeam,
  admin.addMember,
  admin.removeMember,
  admin.openUsers,
  admin.switchUser,
  admin.changeRole,
  admin.deleteUser,
  admin.deactivateMany,
  runs.deactivateByRun,
  runs.changeRolesByRun,
  runs.undoRun,
];

for (const flow of FLOWS) {
  test(`${flow.name}, under every network fault @chromium @matrix`, async ({ stage }) => {
    // This is many small tests in one, and takes ten seconds on an idle machine.
    test.setTimeout(600_000);
    const failures: string[] = [];
    for (const fault of Object.keys(FAULTS) as FaultName[]) {
      const reason = reasonAgainst(flow, fault);
      await test.step(reason ? `${fault}: left out. ${reason}` : fault, async () => {
        if (reason) return;
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
