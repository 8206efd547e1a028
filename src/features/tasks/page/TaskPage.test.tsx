import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { Task } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { formatInstant } from "#lib/dates/day.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";

const GET = "GET /api/tasks/{id}";
const DELETE = "DELETE /api/tasks/{id}";

const address = () => window.location.pathname + window.location.search;
const toast = (text: string) => screen.findByText(text);
const facts = () => within(screen.getByRole("complementary", { name: "Properties" }));

async function addTask(backend: Backend, fields: Partial<TaskInput> = {}): Promise<Task> {
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const start = { status: "In Progress", priority: "High" } as const;
  return await createTask(grace, "Write the report", { ...start, ...fields });
}

async function openTask(fields: Partial<TaskInput> = {}) {
  const backend = await openBackend();
  const task = await addTask(backend, fields);
  const app = await renderApp({ path: `/tasks/${task.id}`, as: "member", backend });
  await screen.findByRole("heading", { level: 1, name: task.title });
  return { ...app, task };
}

describe("a task's page", () => {
  test("shows a loading text, and then every field", async () => {
    const backend = await openBackend();
    const task = await addTask(backend, { description: "One\n  two", due_date: "2999-03-08" });
    const held = backend.delay(GET);
    await renderApp({ path: `/tasks/${task.id}`, as: "member", backend });
    expect(await screen.findByText("Loading task…")).toBeInTheDocument();
    held.release();
    expect(await screen.findByRole("heading", { level: 1, name: task.title })).toBeVisible();
    expect(document.title).toBe("Write the report · Taskdeck");
    expect(facts().getByText("In Progress")).toBeVisible();
    expect(facts().getByText("High")).toBeVisible();
    expect(facts().getByText("Mar 08, 2999")).toHaveAttribute("datetime", "2999-03-08");
    expect(facts().getByText("Grace Hopper")).toBeVisible();
    // The line break is in the text; the style sheet keeps it.
    expect(screen.getByText(/^One/).textContent).toBe("One\n  two");
    const created = screen.getByText(formatInstant(task.created_at));
    expect(created).toHaveAttribute("datetime", task.created_at);
    expect(created.parentElement).toHaveTextContent(/Created .+ \(.+ ago\)/);
  });

  test.each([
    [{ user: { id: 7, email: "only@mail.example" } }, "only@mail.example"],
    [{}, "Unknown user"],
  ])("fetches the assignee if the response has no name: %j shows %s", async (user, shown) => {
    const backend = await openBackend();
    const task = await addTask(backend);
    backend.answer(GET, task);
    backend.answer("GET /api/users/{id}", user);
    await renderApp({ path: `/tasks/${task.id}`, as: "member", backend });
    expect(await screen.findByText(shown)).toBeVisible();
    expect(backend.callsOf("GET /api/users/{id}")).toHaveLength(1);
  });
});

describe("a task that cannot be shown", () => {
  test("shows 'Task not found' with a link back", async () => {
    const { user } = await renderApp({ path: "/tasks/nowhere", as: "member" });
    expect(await screen.findByRole("heading", { name: "Task not found" })).toBeVisible();
    expect(screen.queryByText("Failed to load task")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Back to Tasks" }));
    expect(await screen.findByRole("heading", { name: "All Tasks" })).toBeVisible();
    expect(address()).toBe("/tasks");
  });

  test("a server error shows a toast and the list, from where the task loads on retry, and is overdue", async () => {
    const backend = await openBackend();
    const task = await addTask(backend);
    await backend.db.updateTable("tasks").set({ due_date: "2020-01-01" }).execute();
    backend.fail(GET, { status: 500, body: { error: "Out of order" } });
    const { user } = await renderApp({ path: `/tasks/${task.id}`, as: "member", backend });
    await toast("Failed to load task");
    expect(await screen.findByRole("heading", { name: "All Tasks" })).toBeVisible();
    expect(address()).toBe("/tasks");
    await user.click(await screen.findByRole("link", { name: "Write the report" }));
    expect(await screen.findByRole("heading", { name: "Write the report" })).toBeVisible();
    expect(address()).toBe(`/tasks/${task.id}`);
    expect(await screen.findByText(/^Overdue, .+ ago$/)).toBeVisible();
  });
});

test("shows a text for each missing field, stays if a refetch fails, and is deleted after a question, which opens the list", async () => {
  const { user, backend, task } = await openTask({ assignee_id: null });
  expect(facts().getByText("No due date")).toBeVisible();
  expect(facts().getByText("Unassigned")).toBeVisible();
  expect(screen.getByText("No description provided.")).toBeVisible();
  backend.fail(GET, { status: 500 });
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => expect(backend.callsOf(GET)).toHaveLength(2));
  expect(screen.getByRole("heading", { level: 1, name: "Write the report" })).toBeVisible();
  expect(screen.queryByText("Failed to load task")).toBeNull();

  const asked = () => backend.calls.filter(({ name }) => name === `GET /api/tasks/${task.id}`);
  const press = async (name: "Cancel" | "Delete") => {
    await user.click(screen.getByRole("button", { name: "Delete" }));
    const question = screen.getByRole("alertdialog");
    expect(question).toHaveAccessibleDescription(
      "Are you sure you want to delete this task? This action cannot be undone.",
    );
    await user.click(within(question).getByRole("button", { name }));
  };
  await press("Cancel");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(backend.callsOf(DELETE)).toEqual([]);
  expect(screen.getByRole("button", { name: "Delete" })).toHaveFocus();

  const failures = [
    [{ status: 409, body: { error: "It is locked" } }, "It is locked"],
    ["unreachable", "Failed to delete task"],
  ] as const;
  for (const [fault, message] of failures) {
    backend.fail(DELETE, fault);
    await press("Delete");
    await toast(message);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole("heading", { level: 1, name: "Write the report" })).toBeVisible();
  }

  const before = asked().length;
  await press("Delete");
  await toast("Task deleted successfully");
  expect(await screen.findByText("No tasks found")).toBeVisible();
  expect(address()).toBe("/tasks");
  // The page did not refetch the deleted task.
  expect(asked()).toHaveLength(before);
});
