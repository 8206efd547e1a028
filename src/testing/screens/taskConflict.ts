import { expect } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { TaskInput, TaskResponse } from "#contract/task.ts";
import type { Role } from "#contract/user.ts";
import type { CallName } from "../backend.ts";
import { openBackend, renderApp } from "../renderApp.tsx";
import { readTask } from "./create.ts";
import { enterText } from "./enterText.ts";

export const UPDATE: CallName = "PUT /api/tasks/{id}";
export const NOTICE = "Grace Hopper changed this task while you were editing";
export const SAVED = "Task updated successfully! ✅";

export const dialog = () => within(screen.getByRole("dialog", { name: "Edit Task" }));
export const field = (label: string) =>
  dialog().getByLabelText<HTMLInputElement>(label, { selector: "input, select, textarea" });
export const choice = (label: string) =>
  within(dialog().getByRole("radiogroup", { name: `${label}: Choose what to keep` }));
export const version = (label: string, side: "Mine" | "Theirs") =>
  choice(label).getByRole("radio", { name: new RegExp(`^${side}`) });
export const press = (name = "Update Task") => dialog().getByRole("button", { name });
export const toast = (text: string) => screen.findByText(text);
export const toasts = () => screen.getAllByRole("button", { name: "Dismiss" });
/** Makes the page refetch its task. */
export const lookAgain = () => act(() => void window.dispatchEvent(new Event("focus")));
export const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

interface Options {
  role?: Role;
  draft?: Partial<TaskInput>;
  isPlain?: boolean;
}

/** A user edits a task while Grace Hopper, an admin, changes it too. */
export async function openEdit({ role = "member", draft, isPlain = false }: Options = {}) {
  const backend = await openBackend();
  backend.isPlain = isPlain;
  const session = await backend.register({ role });
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const original: TaskInput = {
    title: "Write the report",
    description: "First line\nSecond line",
    status: "Todo",
    priority: "Medium",
    due_date: "2999-03-08",
    assignee_id: session.user.id,
    team_id: null,
  };
  const { body, headers } = await grace.call("POST", "/api/tasks", original);
  const { task } = body as TaskResponse;
  const url = `/api/tasks/${task.id}`;
  const theyChange = async (fields: Partial<TaskInput>) => {
    const { status } = await grace.call("PUT", url, { ...original, ...fields });
    expect(status).toBe(200);
  };
  if (draft) {
    const { team_id: _none, ...values } = { ...original, ...draft };
    sessionStorage.setItem(
      `taskdeck:draft:${session.user.id}:task:${task.id}`,
      JSON.stringify({ values, base: { ...task, etag: headers["etag"] } }),
    );
    await theyChange({ title: "Theirs", status: "Done" });
  }
  const app = await renderApp({ path: `/tasks/${task.id}`, as: session, backend });
  await app.user.click(await screen.findByRole("button", { name: "Edit Task" }));
  await screen.findByRole("dialog", { name: "Edit Task" });
  return {
    ...app,
    me: session.user,
    grace,
    task,
    theyChange,
    read: () => readTask(grace, task.id),
    async type(label: string, text: string) {
      await enterText(app.user, field(label), text);
    },
    /** How often the form was sent, and the outcomes. */
    sent: () => backend.callsOf(UPDATE),
  };
}

/** Opens the form after both users have changed the title: the user to "Mine", the other to "Theirs". */
export async function openConflict() {
  const edit = await openEdit();
  await edit.theyChange({ title: "Theirs" });
  await edit.type("Title", "Mine");
  await edit.user.click(press());
  await dialog().findByRole("region", { name: NOTICE });
  return edit;
}
