import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { User } from "#contract/user.ts";
import { runsApi } from "#features/runs/runsApi.ts";
import { addTasks as insertTasks } from "#server/testing/taskRuns.ts";
import { selectLiveStatus } from "#sync/live/liveSlice.ts";
import { fastLive } from "#testing/fastLive.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import {
  bar,
  box,
  button,
  choose,
  openList,
  saved,
  selectAll,
  ticked,
  toast,
} from "#testing/screens/taskBulk.tsx";
import { expectTitles, THREE_TASKS } from "#testing/screens/taskList.tsx";

const PATCH = "PATCH /api/tasks/{id}";
const RUNS = "POST /api/task-runs";

describe("deleting selected tasks", () => {
  it("asks members with the specified warning, and has no undo", async () => {
    const app = await openList(THREE_TASKS);
    await app.user.click(box("Brew tea"));
    await app.user.click(await button("Delete"));
    const dialog = within(await screen.findByRole("alertdialog"));
    const question = "Are you sure you want to delete this task? This action cannot be undone.";
    expect(dialog.getByText(question)).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await toast("1 task deleted")).toBeInTheDocument();
    await expectTitles("Buy teapots", "Bake bread");
    expect((await bar()).queryByRole("button", { name: /Undo/ })).not.toBeInTheDocument();
  });

  it("can be undone by admins, which restores the tasks", async () => {
    const app = await openList(THREE_TASKS, "admin");
    await selectAll(app);
    await app.user.click(await button("Delete"));
    const dialog = within(await screen.findByRole("alertdialog"));
    const question =
      "Are you sure you want to delete these 3 tasks? You can undo this, and restore deleted tasks from the audit log for 30 days.";
    expect(dialog.getByText(question)).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await toast("3 tasks deleted")).toBeInTheDocument();
    expect(app.backend.callsOf(RUNS)).toHaveLength(1);
    await app.user.click(await button("Undo deletion of 3"));
    expect(await toast("3 tasks restored")).toBeInTheDocument();
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
  });
});

describe("a change of 500 tasks or more", () => {
  async function openMany() {
    const backend = await openBackend();
    await insertTasks(backend, 520, { priority: "Low" });
    const app = await renderApp({ path: "/tasks", as: "member", backend });
    const [first] = await screen.findAllByRole("checkbox", { name: /^Select Task/ });
    if (first) await app.user.click(first);
    await app.user.click((await bar()).getByRole("checkbox", { name: "Select all 50" }));
    await app.user.click(await button("Select all 520 that match"));
    await (await bar()).findByText("520 selected (470 not shown)");
    return { ...app, backend };
  }

  /** The user's change ends, and the user leaves the page. */
  async function endAndLeave(app: Awaited<ReturnType<typeof openMany>>): Promise<User> {
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 520 tasks" }));
    await button("Undo change of 520");
    const { user } = app.store.getState().session as { user: User };
    app.view.unmount();
    return user;
  }

  /** Another server works on the job. */
  const UNDER_WAY = {
    lease_owner: "another server",
    lease_until: "2999-01-01T00:00:00.000Z",
    state: "running",
    ended_at: null,
  } as const;
  const ended = () => ({ state: "done", ended_at: new Date().toISOString() }) as const;

  it("is carried out by the server in one request, and undone there", async () => {
    const app = await openMany();
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 520 tasks" }));
    const progress = await (await bar()).findByRole("progressbar");
    expect(progress).toHaveAccessibleName(/^Changing the priority of \d+ tasks$/);
    expect(await toast("Priority of 520 tasks changed to High")).toBeInTheDocument();
    expect(app.backend.callsOf(RUNS)).toHaveLength(1);
    expect(app.backend.callsOf(PATCH)).toHaveLength(0);
    const priorities = async () =>
      new Set((await saved(app.backend)).map(({ priority }) => priority));
    expect(await priorities()).toEqual(new Set(["High"]));
    expect(ticked()).toEqual([]);
    await app.user.click(await button("Undo change of 520"));
    expect(await toast("520 tasks changed back")).toBeInTheDocument();
    expect(await priorities()).toEqual(new Set(["Low"]));
  });

  it("is shown again after a reload while it is under way, and then its result", async () => {
    const app = await openMany();
    const { backend } = app;
    await endAndLeave(app);
    const job = backend.db.updateTable("jobs");
    await job.set(UNDER_WAY).execute();

    const { user } = await renderApp({ path: "/tasks", backend });
    expect(await (await bar()).findByRole("progressbar")).toBeInTheDocument();
    await job.set(ended()).execute();
    expect(await button("Undo change of 520")).toBeInTheDocument();
    await user.click(await button("Dismiss"));
    await waitFor(() => {
      expect(screen.queryByRole("region", { name: "Selected tasks" })).toBeNull();
    });
  });

  it("that begins in another tab or browser is shown on an open page at once", async () => {
    const app = await openMany();
    const { backend } = app;
    const { id } = await endAndLeave(app);
    const { store } = await renderApp({ path: "/tasks", backend, live: fastLive() });
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("open"));
    const hasRuns = () => runsApi.endpoints.getRuns.select("task")(store.getState()).isSuccess;
    await waitFor(() => expect(hasRuns()).toBe(true));
    await screen.findByText("520 total tasks");
    expect(screen.queryByRole("region", { name: "Selected tasks" })).toBeNull();

    const job = backend.db.updateTable("jobs");
    await job.set(UNDER_WAY).execute();
    const change = { type: "taskRun", id, change: "started", by: null } as const;
    backend.deps.events.publish(change);
    expect(await (await bar()).findByRole("progressbar")).toBeInTheDocument();
    expect(await button("Stop")).toBeInTheDocument();
    await job.set(ended()).execute();
    expect(await button("Undo change of 520")).toBeInTheDocument();
  });

  it("shows the result of each task, and saves it as CSV", async () => {
    const app = await openMany();
    const [one] = await saved(app.backend);
    await app.backend.db
      .updateTable("tasks")
      .set({ priority: "High" })
      .where("id", "=", one?.id ?? "")
      .execute();
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 520 tasks" }));
    await toast("Priority of 519 tasks changed to High");
    await app.user.click(await button("Result"));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Change the priority of 520 tasks to High" }),
    );
    expect(await dialog.findByText("1 task needed no change")).toBeInTheDocument();
    expect(await dialog.findByRole("list", { name: "Tasks of this action" })).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Download CSV" })).toBeInTheDocument();
  });
});
