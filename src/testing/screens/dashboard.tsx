import { screen } from "@testing-library/react";
import type { TaskInput } from "#contract/taskFields.ts";
import { DAY_MS } from "#contract/time.ts";
import { localDay } from "#lib/dates/day.ts";
import type { Backend } from "../backend.ts";
import { openBackend, renderApp } from "../renderApp.tsx";
import { createTask } from "./create.ts";

export const STATS = "GET /api/dashboard/stats";
export const OVERDUE = "GET /api/tasks/overdue";

/** The calendar day `days` from today. */
export function dayIn(days: number): string {
  const now = new Date();
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12));
}

/** Creates tasks by the API, at an earlier time when none of them was overdue. */
export async function addTasks(
  backend: Backend,
  ...tasks: Partial<TaskInput>[]
): Promise<string[]> {
  const author = await backend.as("member", { name: "Grace Hopper" });
  const now = backend.clock.time;
  backend.clock.time = new Date(now.getTime() - 60 * DAY_MS);
  const late = await backend.signIn(author.user);
  const ids: string[] = [];
  for (const fields of tasks) {
    ids.push((await createTask(late, "A task", { priority: "Medium", ...fields })).id);
    backend.clock.advance(1000);
  }
  backend.clock.time = now;
  return ids;
}

/** Opens the dashboard with these tasks. */
export async function openDashboard({ path = "/", tasks = [] as Partial<TaskInput>[] } = {}) {
  const backend = await openBackend();
  const ids = await addTasks(backend, ...tasks);
  const app = await renderApp({ path, as: "member", backend });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  return { ...app, ids };
}

/** Opens the dashboard with the responses of another server. */
export async function openWithResponses(stats: unknown, overdue: unknown = { overdueTasks: [] }) {
  const backend = await openBackend();
  backend.answer(STATS, stats);
  backend.answer(OVERDUE, overdue);
  const app = await renderApp({ as: "member", backend });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  return app;
}

/** The statistics of an empty server, with overrides. */
export const figures = (more: object = {}) => ({
  total: 0,
  overdue: 0,
  byStatus: [],
  byPriority: [],
  deadlines: [],
  ...more,
});

export const total = (name: RegExp) => screen.findByRole("link", { name });
export const address = () => window.location.pathname + window.location.search;
