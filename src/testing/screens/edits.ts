import { act, screen, within } from "@testing-library/react";
import type { Task, TaskInput, TaskSummary } from "#contract/task.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import type { Values } from "#features/changes/queue/change.ts";
import { openBackend, renderApp } from "../renderApp.tsx";
import { createTask, readTask } from "./create.ts";

/** Starts the server with a colleague, who adds tasks, edits them and reads them. */
export async function openForEdits() {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });

  async function add(title: string, fields: Partial<TaskInput> = {}): Promise<Task> {
    backend.clock.advance(1000);
    return await createTask(grace, title, fields);
  }

  /** The task as the server has it. */
  const onServer = (id: string) => readTask(grace, id);

  /** Opens a screen as another member, who edits tasks in place. */
  async function open(path = "/kanban") {
    const app = await renderApp({ path, as: "member", backend });
    const edit = (tasks: readonly TaskSummary[], change: Values) =>
      act(() => app.store.dispatch(requestEdit(tasks, change)));
    return { ...app, edit };
  }

  return { backend, grace, add, onServer, open };
}

export type Edits = Awaited<ReturnType<typeof openForEdits>>;

export const card = async (title: string) =>
  within((await screen.findByRole("link", { name: title })).closest("article") as HTMLElement);
