import { expect, test } from "@jest/globals";
import { within } from "@testing-library/react";
import { shownRows } from "#testing/devTools.ts";
import { button, openRunBackend, row, tick, toast } from "#testing/screens/userRuns.ts";

test("a bulk deactivation of two users is at most six rows, named by feature", async () => {
  const { addMembers, openUsers } = await openRunBackend();
  await addMembers(20);
  const app = await openUsers();
  await tick(app, 1, 2);
  const before = shownRows().length;
  await app.user.click(button("Deactivate 2"));
  await toast("2 users deactivated");
  await within(row(1)).findByText("Inactive");
  const rows = shownRows().slice(before);
  expect(rows).toContain("jobs/startRun fulfilled");
  expect(rows.length).toBeLessThanOrEqual(6);
});
