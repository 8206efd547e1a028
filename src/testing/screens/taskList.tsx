import { expect } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { Task } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import type { Backend } from "../backend.ts";
import { openBackend, renderApp } from "../renderApp.tsx";
import { createTask } from "./create.ts";

export const SEARCH = "GET /api/tasks/search";

/** Creates tasks by the API, in this order. */
export async function addTasks(backend: Backend, ...tasks: Partial<TaskInput>[]): Promise<Task[]> {
  const author = await backend.as("member", { name: "Grace Hopper" });
  const added: Task[] = [];
  for (const fields of tasks) {
    added.push(await createTask(author, "Water the plants", { priority: "Medium", ...fields }));
    backend.clock.advance(1_000);
  }
  return added;
}

export const many = (count: number, fields: Partial<TaskInput> = {}) =>
  Array.from({ length: count }, (_, index) => ({ title: `Task number ${index + 1}`, ...fields }));

/** Opens the list as a member, and waits until it has loaded. */
export async function openList({
  path = "/tasks",
  tasks = [] as readonly Partial<TaskInput>[],
} = {}) {
  const backend = await openBackend();
  await addTasks(backend, ...tasks);
  const app = await renderApp({ path, as: "member", backend });
  await screen.findByText(/total tasks?$/);
  return app;
}

export const results = () => within(screen.getByRole("region", { name: "Tasks" }));
export const titles = () =>
  results()
    .queryAllByRole("heading", { level: 2 })
    .map((it) => it.textContent);
export const address = () => window.location.pathname + window.location.search;
export const searchBox = () => screen.getByPlaceholderText("Search tasks...");
export const select = (name: string) => screen.getByRole("combobox", { name });

export async function expectTitles(...expected: string[]) {
  await waitFor(() => expect(titles()).toEqual(expected));
}

export const THREE_TASKS = [
  { title: "Brew tea", status: "Done", priority: "Low" },
  { title: "Bake bread", status: "In Progress", priority: "High" },
  { title: "Buy teapots", status: "Todo", priority: "High" },
] as const;
