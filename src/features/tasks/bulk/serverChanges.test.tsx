import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { runsApi } from "#features/runs/runsApi.ts";
import { addTasks as insertTasks, runEnd, runIn, startRun } from "#server/testing/taskRuns.ts";
import { selectLiveStatus } from "#sync/live/liveSlice.ts";
import { fastLive } from "#testing/fastLive.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import {
  bar,
  button,
  choose,
  saved,
  ticked,
  toast,
  undoButton,
} from "#testing/screens/taskBulk.tsx";
import { addTasks, THREE_TASKS } from "#testing/screens/taskList.tsx";

const PATCH = "PATCH /api/tasks/{id}";
const RUNS = "POST /api/task-runs";

describe("a change that the server carries out", () => {
  it("is used from 500 tasks on, in one request, with a result for each task, and undone there", async () => {
    const backend = await openBackend();
    await insertTasks(backend, 519, { priority: "Low" });
    await insertTasks(backend, 1, { priority: "High" });
    const app = await renderApp({ path: "/tasks", as: "member", backend });
    const [first] = await screen.findAllByRole("checkbox", { name: /^Select Task/ });
    if (first) await app.user.click(first);
    await app.user.click((await bar()).getByRole("checkbox", { name: "Select all 50" }));
    await app.user.click(await button("Select all 520 that match"));
    await (await bar()).findByText("520 selected (470 not shown)");
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 520 tasks" }));
    const progress = await (await bar()).findByRole("progressbar");
    expect(progress).toHaveAccessibleName(/^Changing the priority of \d+ tasks$/);
    expect(await toast("Priority of 519 tasks changed to High")).toBeInTheDocument();
    expect(backend.callsOf(RUNS)).toHaveLength(1);
    expect(backend.callsOf(PATCH)).toHaveLength(0);
    const count = async (priority: string) =>
      (await saved(backend)).filter((task) => task.priority === priority).length;
    expect(await count("High")).toBe(520);
    expect(ticked()).toEqual([]);

    // Nothing needs the bar any more. The result stays among the recent actions.
    expect(screen.queryByRole("region", { name: "Selected tasks" })).toBeNull();
    if (first) await app.user.click(first);
    await app.user.click(await button("Recent bulk actions"));
    await app.user.click(await screen.findByRole("button", { name: /^Open Change the priority/ }));
    const title = "Change the priority of 520 tasks to High";
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    expect(await dialog.findByText("1 task needed no change")).toBeInTheDocument();
    expect(await dialog.findByRole("list", { name: "Tasks of this action" })).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Download CSV" })).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Undo change of 519" }));
    expect(await toast("519 tasks changed back")).toBeInTheDocument();
    expect([await count("Low"), await count("High")]).toEqual([519, 1]);
  });

  it("is shown if it begins in another tab, and again after a reload, with its Undo", async () => {
    const backend = await openBackend();
    const ada = await backend.as("member", { name: "Ada" });
    const ids = (await addTasks(backend, ...THREE_TASKS)).map((task) => task.id);
    const run = runIn(await startRun(ada, ids, { action: "change", priority: "Medium" }));
    await runEnd(ada, run);
    const job = backend.db.updateTable("jobs");
    const as = { ...ada, user: { ...ada.user, is_active: true, awaiting_approval: false } };
    const page = { path: "/tasks", backend, live: fastLive() };

    const { store, view } = await renderApp({ ...page, as });
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("open"));
    const hasRuns = () => runsApi.endpoints.getRuns.select("task")(store.getState()).isSuccess;
    await waitFor(() => expect(hasRuns()).toBe(true));
    await screen.findByText("3 total tasks");
    expect(screen.queryByRole("region", { name: "Selected tasks" })).toBeNull();
    // Another server works on the job.
    const lease = { lease_owner: "another server", lease_until: "2999-01-01T00:00:00.000Z" };
    await job.set({ ...lease, state: "running", ended_at: null }).execute();
    backend.deps.events.publish({ type: "taskRun", id: ada.user.id, change: "started", by: null });
    expect(await (await bar()).findByRole("progressbar")).toBeInTheDocument();
    expect(await button("Stop")).toBeInTheDocument();

    view.unmount();
    const { user } = await renderApp(page);
    expect(await (await bar()).findByRole("progressbar")).toBeInTheDocument();
    await job.set({ state: "done", ended_at: new Date().toISOString() }).execute();
    expect(await toast("Priority of 3 tasks changed to Medium")).toBeInTheDocument();
    await user.click(undoButton());
    expect(await toast("3 tasks changed back")).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Selected tasks" })).toBeNull(),
    );
  });
});
