import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { App } from "#app/App.tsx";
import { OVERDUE_MAX } from "#contract/dashboard.ts";
import type { TaskInput } from "#contract/task.ts";
import { formatDay } from "#lib/dates/day.ts";
import type { Backend } from "#testing/backend.ts";
import { makeTestStore, openBackend, renderApp } from "#testing/renderApp.tsx";
import {
  address,
  addTasks,
  dayIn,
  figures,
  OVERDUE,
  openDashboard,
  openWithResponses,
  STATS,
  total,
} from "#testing/screens/dashboard.tsx";

afterEach(() => void jest.restoreAllMocks());

/** The requests that were sent with an access token. */
const asked = (backend: Backend, call: typeof STATS | typeof OVERDUE) =>
  backend.callsOf(call).filter(({ token }) => token !== null);

const row = (title: string) => screen.findByRole("link", { name: new RegExp(title) });
const muteLog = () => jest.spyOn(console, "error").mockImplementation(() => undefined);

const late = (count: number): Partial<TaskInput>[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Late by ${index + 1}`,
    due_date: dayIn(-1 - index),
  }));

describe("the dashboard", () => {
  it("shows a spinner, then its heading and sub-line, and first steps while there is no task", async () => {
    const backend = await openBackend();
    const held = backend.delay(OVERDUE);
    const { user } = await renderApp({ as: "member", backend });
    expect(await screen.findByText("Loading dashboard")).toBeInTheDocument();
    await held.arrived;
    expect(screen.queryByText("Total Tasks")).not.toBeInTheDocument();
    held.release();
    expect(await total(/Total Tasks 0/)).toBeVisible();
    expect(screen.queryByText("Loading dashboard")).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    expect(screen.getByText("Manage your tasks and track progress")).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Dashboard · Taskdeck"));
    expect(screen.queryByText("Task Priority Distribution")).not.toBeInTheDocument();
    expect(screen.queryByText(/Upcoming Deadlines/)).not.toBeInTheDocument();
    await user.click(await screen.findByRole("link", { name: "Go to the tasks" }));
    expect(await screen.findByText("Create your first task to get started")).toBeVisible();
  });

  it("sends its two requests once each time it opens, also in StrictMode, and shows fresh figures", async () => {
    const backend = await openBackend();
    backend.remember(await backend.register());
    window.history.replaceState(null, "", "/");
    const view = render(
      <StrictMode>
        <App store={makeTestStore()} />
      </StrictMode>,
    );
    await total(/Total Tasks 0/);
    expect([asked(backend, STATS).length, asked(backend, OVERDUE).length]).toEqual([1, 1]);

    await addTasks(backend, {});
    const user = userEvent.setup();
    await user.click(screen.getByRole("link", { name: "Profile" }));
    await screen.findByRole("heading", { level: 1, name: "My Profile" });
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    await waitFor(() => expect(asked(backend, OVERDUE)).toHaveLength(2));
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    await total(/Total Tasks 1/);
    expect([asked(backend, STATS).length, asked(backend, OVERDUE).length]).toEqual([2, 2]);
    view.unmount();
  });
});

describe("the four totals of the dashboard", () => {
  const TASKS: Partial<TaskInput>[] = [
    { status: "In Progress" },
    { status: "In Progress", due_date: dayIn(-3) },
    { status: "Done" },
    { status: "Done", due_date: dayIn(-3) },
    { status: "Done" },
    { due_date: dayIn(-1) },
    { due_date: dayIn(0) },
  ];

  it("link to lists that show the same counts", async () => {
    const { user } = await openDashboard({ tasks: TASKS });
    for (const [name, to, counted] of [
      [/^Total Tasks 7$/, "/tasks", "7 total tasks"],
      [/^In Progress 2$/, "/tasks?status=In+Progress", "2 total tasks"],
      [/^Completed 3$/, "/tasks?status=Done", "3 total tasks"],
      [/^Overdue 2$/, "/tasks?overdue=true", "2 total tasks"],
    ] as const) {
      await user.click(await total(name));
      expect(await screen.findByText(counted)).toBeVisible();
      expect(address()).toBe(to);
      await user.click(screen.getByRole("link", { name: "Dashboard" }));
    }
  });
});

describe("the overdue tasks of the dashboard", () => {
  const panel = () => screen.findByRole("region", { name: /^Overdue Tasks/ });

  it("are hidden if nothing is overdue", async () => {
    await openDashboard({
      tasks: [{ due_date: dayIn(0) }, { status: "Done", due_date: dayIn(-9) }],
    });
    await total(/Total Tasks 2/);
    expect(screen.queryByText(/Overdue Tasks/)).not.toBeInTheDocument();
  });

  it("show title, due date and priority, and link to the task", async () => {
    const { user, ids } = await openDashboard({
      tasks: [{ title: "Pay the rent", priority: "High", due_date: dayIn(-3) }],
    });
    const link = await row("Pay the rent");
    expect(within(await panel()).getByRole("heading")).toHaveTextContent("Overdue Tasks (1)");
    expect(link).toHaveTextContent(`Due: ${formatDay(dayIn(-3))}`);
    expect(formatDay(dayIn(-3))).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4}$/);
    expect(within(link).getByText("High")).toBeVisible();
    await user.click(link);
    expect(address()).toBe(`/tasks/${ids[0]}`);
  });

  it.each([5, 6])(
    "shows at most five of %d overdue tasks, and a button for the rest",
    async (count) => {
      const { user } = await openDashboard({ tasks: late(count) });
      const list = within(await panel());
      expect(list.getByRole("heading")).toHaveTextContent(`Overdue Tasks (${count})`);
      const rows = list.getAllByRole("listitem");
      expect(rows).toHaveLength(5);
      // The longest overdue comes first.
      expect(rows[0]).toHaveTextContent(`Late by ${count}`);
      expect(rows[4]).toHaveTextContent(`Late by ${count - 4}`);
      const all = list.queryByRole("link", { name: "View All Overdue Tasks" });
      if (count === 5) {
        expect(all).toBeNull();
        return;
      }
      await user.click(all ?? document.body);
      expect(window.location.pathname).toBe("/tasks");
      expect(await screen.findByText("6 total tasks")).toBeVisible();
    },
  );

  it("the heading shows the server's count if the list is cut", async () => {
    const task = { id: "7", title: "Late", priority: "Low", due_date: dayIn(-9) };
    await openWithResponses(figures({ total: 5_000, overdue: 3_210 }), {
      overdueTasks: Array.from({ length: OVERDUE_MAX }, (_none, id) => ({ ...task, id: `${id}` })),
    });
    const heading = within(await panel()).getByRole("heading");
    expect(heading).toHaveTextContent("Overdue Tasks (3210)");
  });
});

describe("a dashboard that fails to load", () => {
  it("shows 'Failed to load dashboard', logs it without a toast, and loads on retry", async () => {
    const log = muteLog();
    const backend = await openBackend();
    backend.fail(STATS, { status: 500, body: { error: "Out of order" } }, 1);
    const { user } = await renderApp({ as: "member", backend });
    expect(await screen.findByText("Failed to load dashboard")).toBeVisible();
    expect(screen.queryByText("Total Tasks")).not.toBeInTheDocument();
    expect(screen.queryByText("Loading dashboard")).not.toBeInTheDocument();
    expect(screen.queryByText("Out of order")).not.toBeInTheDocument();
    expect(log).toHaveBeenCalledTimes(1);
    expect(log.mock.calls[0]?.[0]).toContain("getStats");

    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await total(/Total Tasks/)).toBeVisible();
  });

  it("shows 'Failed to load dashboard' when the response has no figures", async () => {
    await openWithResponses({ message: "no figures" });
    expect(await screen.findByText("Failed to load dashboard")).toBeVisible();
  });

  it("a failure to load the overdue tasks doesn't affect the rest of the page", async () => {
    const log = muteLog();
    const backend = await openBackend();
    await addTasks(backend, ...late(1));
    backend.fail(OVERDUE, { status: 500, body: { error: "Out of order" } }, Infinity);
    await renderApp({ as: "member", backend });
    expect(await total(/^Overdue 1$/)).toBeVisible();
    expect(screen.queryByText(/Failed|Out of order/)).not.toBeInTheDocument();
    expect(screen.queryByText(/Overdue Tasks/)).not.toBeInTheDocument();
    expect(log).toHaveBeenCalledTimes(1);
    expect(log.mock.calls[0]?.[0]).toContain("getOverdue");
  });
});
