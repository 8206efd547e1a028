import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { App } from "#app/App.tsx";
import { OVERDUE_MAX } from "#contract/dashboard.ts";
import type { TaskInput } from "#contract/taskFields.ts";
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
    await user.click(await screen.findByRole("button", { name: "Create a task" }));
    expect(await screen.findByRole("dialog", { name: "Create New Task" })).toBeVisible();
  });

  it("sends its two requests once each time it opens, also in StrictMode, and shows fresh figures, without a panel if nothing is overdue", async () => {
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

    await addTasks(backend, { due_date: dayIn(0) }, { status: "Done", due_date: dayIn(-9) });
    const user = userEvent.setup();
    await user.click(screen.getByRole("link", { name: "Profile" }));
    await screen.findByRole("heading", { level: 1, name: "My Profile" });
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    await waitFor(() => expect(asked(backend, OVERDUE)).toHaveLength(2));
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    await total(/Total Tasks 2/);
    expect(screen.queryByText(/Overdue Tasks/)).not.toBeInTheDocument();
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

  it("show title, due date and priority of at most five, the longest overdue first, and a button for the rest", async () => {
    const { user, backend, ids } = await openDashboard({ tasks: late(6) });
    const list = within(await panel());
    expect(list.getByRole("heading")).toHaveTextContent("Overdue Tasks (6)");
    const rows = list.getAllByRole("listitem");
    expect(rows).toHaveLength(5);
    expect(rows[0]).toHaveTextContent("Late by 6");
    expect(rows[4]).toHaveTextContent("Late by 2");
    await user.click(list.getByRole("link", { name: "View All Overdue Tasks" }));
    expect(window.location.pathname).toBe("/tasks");
    expect(await screen.findByText("6 total tasks")).toBeVisible();

    const latest = backend.db.updateTable("tasks").where("id", "=", ids[0] ?? "");
    await latest.set({ status: "Done" }).execute();
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    const link = await row("Late by 3");
    expect(await screen.findByRole("region", { name: "Overdue Tasks (5)" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "View All Overdue Tasks" })).toBeNull();
    expect(link).toHaveTextContent(`Due: ${formatDay(dayIn(-3))}`);
    expect(formatDay(dayIn(-3))).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4}$/);
    expect(within(link).getByText("Medium")).toBeVisible();
    await user.click(link);
    expect(address()).toBe(`/tasks/${ids[2]}`);
  });

  it("name whose task it is, one's own first", async () => {
    const backend = await openBackend();
    const session = await backend.register();
    const { user: kim } = await backend.as("member", { name: "Kim Lee" });
    const task = { id: "1", title: "Of Kim", assignee_id: kim.id, due_date: dayIn(-9) };
    backend.answer(OVERDUE, {
      overdueTasks: [
        task,
        { ...task, id: "2", title: "Of nobody", assignee_id: null },
        { ...task, id: "3", title: "Own", assignee_id: session.user.id, due_date: dayIn(-1) },
      ],
    });
    await renderApp({ as: session, backend });
    const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    await panel();
    await waitFor(() =>
      expect(rows().filter((text) => /Of |Own/.test(text ?? ""))).toEqual([
        expect.stringMatching(/^Own.*Ada Lovelace/),
        expect.stringMatching(/^Of Kim.*Kim Lee/),
        expect.stringMatching(/^Of nobody.*Unassigned/),
      ]),
    );
  });

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
  it("shows 'Failed to load dashboard', also for a response without figures, logs it without a toast, and loads on retry, even if the overdue tasks fail", async () => {
    const log = muteLog();
    const backend = await openBackend();
    await addTasks(backend, ...late(1));
    backend.fail(STATS, { status: 500, body: { error: "Out of order" } }, 1);
    backend.fail(OVERDUE, { status: 500, body: { error: "Out of order" } }, Infinity);
    const { user } = await renderApp({ as: "member", backend });
    expect(await screen.findByText("Failed to load dashboard")).toBeVisible();
    expect(screen.queryByText("Total Tasks")).not.toBeInTheDocument();
    expect(screen.queryByText("Loading dashboard")).not.toBeInTheDocument();
    expect(screen.queryByText("Out of order")).not.toBeInTheDocument();
    await waitFor(() => expect(log).toHaveBeenCalledTimes(2));
    const texts = log.mock.calls.map(([text]) => String(text)).sort();
    expect(texts).toEqual([
      expect.stringContaining("getOverdue"),
      expect.stringContaining("getStats"),
    ]);

    backend.answer(STATS, { message: "no figures" }, 1);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(backend.callsOf(STATS)).toHaveLength(2));
    await user.click(await screen.findByRole("button", { name: "Try again", busy: false }));
    expect(await total(/^Overdue 1$/)).toBeVisible();
    expect(screen.queryByText(/Failed|Out of order|Overdue Tasks/)).not.toBeInTheDocument();
  });
});
