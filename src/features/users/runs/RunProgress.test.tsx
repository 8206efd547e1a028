import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { POLL_MS } from "#features/jobs/jobState.ts";
import {
  bar,
  box,
  button,
  nameOf,
  openRunBackend,
  row,
  tick,
  toast,
} from "#testing/screens/userRuns.ts";

describe("a run that is under way when the page opens", () => {
  it("of the same admin shows its progress, can be stopped even if the response is lost, and leaves the rest selected", async () => {
    const { backend, admin, addMembers, addRunning, openUsers } = await openRunBackend();
    const ids = await addMembers(5);
    await addRunning(admin, ids.slice(0, 4), 1);
    const app = await openUsers();
    const progress = await bar().findByRole("progressbar", { name: "Deactivating 4 users" });
    expect(progress).toHaveAttribute("value", "1");
    // The end of the run keeps the users who were selected during it.
    await tick(app, 5);
    backend.fail("POST /api/user-runs/{id}/stop", "lost");
    await app.user.click(button("Stop"));
    expect(await toast("1 user deactivated, 3 left as they were")).toBeInTheDocument();
    expect(screen.queryByText("Failed to stop the bulk action")).not.toBeInTheDocument();
    expect(await bar().findByText("4 selected")).toBeInTheDocument();
    expect(box(1)).not.toBeChecked();
    expect(button("Continue with 3")).toBeInTheDocument();
  });

  it("names refused users at its end, keeps them selected, and retries them", async () => {
    const { backend, admin, addMembers, addRunning, end, openUsers, inactive } =
      await openRunBackend();
    const ids = await addMembers(30);
    const id = await addRunning(admin, ids.slice(0, 3), 0);
    const app = await openUsers();
    await bar().findByRole("progressbar", { name: "Deactivating 3 users" });
    await backend.db.updateTable("run_items").set({ result: "done" }).execute();
    await backend.db
      .updateTable("run_items")
      .set({ result: "refused", reason: "The disk is full" })
      .where("position", "=", 1)
      .execute();
    await end(id, "done");
    expect(await within(row(1)).findByText("The disk is full")).toBeInTheDocument();
    expect(await toast("2 users deactivated, 1 failed")).toBeInTheDocument();
    expect(box(1)).toBeChecked();
    expect(box(2)).not.toBeChecked();
    await app.user.click(await bar().findByRole("button", { name: "Retry 1 failed" }));
    expect(await toast("1 user deactivated")).toBeInTheDocument();
    expect(await inactive()).toEqual([nameOf(1)]);
    expect(screen.queryByText("The disk is full")).not.toBeInTheDocument();
  });

  it("of another admin is named above the bar, can be stopped, and tells in the list of bulk actions why it stopped", async () => {
    const { backend, addMembers, addRunning, end, openUsers, runs } = await openRunBackend();
    const eve = await backend.as("admin", { name: "Eve Adams", email: "eve@example.com" });
    const id = await addRunning(eve, await addMembers(4), 2);
    const app = await openUsers();
    const other = within(await screen.findByRole("region", { name: "Bulk action of Eve Adams" }));
    expect(other.getByText("2 of 4")).toBeInTheDocument();
    expect(bar().getByRole("checkbox")).toBeEnabled();
    await app.user.click(other.getByRole("button", { name: "Stop" }));
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: /^Bulk action of/ })).not.toBeInTheDocument(),
    );
    expect((await runs())[0]?.state).toBe("stopped");
    const reason = "Eve Adams is no longer an active admin";
    await end(id, "stopped", reason);
    await app.user.click(await bar().findByRole("button", { name: "Recent bulk actions" }));
    const list = within(await screen.findByRole("dialog"));
    expect(await list.findByText(new RegExp(reason))).toBeVisible();
    await app.user.click(list.getByRole("button", { name: /^Open/ }));
    expect(await screen.findByText(reason)).toBeVisible();
  });

  it("is asked for no longer once the user is no admin any more", async () => {
    const { backend, admin, addMembers, addRunning, openUsers } = await openRunBackend();
    await addRunning(admin, await addMembers(4), 1);
    await openUsers();
    const polls = () => backend.callsOf("GET /api/user-runs/{id}");
    await bar().findByRole("progressbar", { name: "Deactivating 4 users" });
    const before = polls().length;
    await waitFor(() => expect(polls().length).toBeGreaterThan(before));
    await backend.db.updateTable("users").set({ role: "member" }).execute();
    let last = -1;
    const isQuiet = () => last === (last = polls().length);
    await waitFor(() => expect(isQuiet()).toBe(true), { interval: 2 * POLL_MS, timeout: 20_000 });
    const [job] = await backend.db.selectFrom("jobs").select("state").execute();
    expect(job).toEqual({ state: "running" });
  });
});
