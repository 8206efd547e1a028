import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { TASK_LABELS_MAX, TOO_MANY_LABELS } from "#contract/label.ts";
import type { LabelResponse } from "#contract/shapes/label.ts";
import { setOf } from "#contract/taskFields.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, readTask } from "#testing/screens/create.ts";

const CREATE = "POST /api/tasks";
const PATCH = "PATCH /api/tasks/{id}";

let backend: Backend;
let grace: TestUser;
let ids: Record<string, string>;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("admin");
  ids = {};
});

async function addLabels(...names: string[]) {
  for (const name of names) {
    const { body } = await grace.call("POST", "/api/labels", { name });
    ids[name] = (body as LabelResponse).label.id;
  }
}
const open = async (path: string) => (await renderApp({ path, as: "member", backend })).user;
const of = (...names: string[]) => setOf(names.map((name) => ids[name] ?? ""));
const body = () => backend.callsOf(CREATE).at(-1)?.body as { title: string; labels?: string[] };

test("a line names labels, of a group the last one; others are text, and so are all after Escape", async () => {
  await addLabels("Bug", "Client: Acme", "Client: Initech", "Good first issue");
  const user = await open("/kanban");
  await user.click(await screen.findByRole("button", { name: "Add a task to To Do" }));
  const line = await screen.findByRole("textbox", { name: "Title of a new task in To Do" });
  await user.type(line, "Fix #bug #client:initech it #client:acme #12 #good first issue");
  await waitFor(() =>
    expect(line).toHaveAccessibleDescription("Labels: Bug Client: Acme Good first issue"),
  );
  await user.keyboard("{Enter}");
  await waitFor(() => expect(body().title).toBe("Fix it #12"));
  expect(body().labels?.toSorted()).toEqual(of("Bug", "Client: Acme", "Good first issue"));
  await user.type(line, "Read #bug");
  await waitFor(() => expect(line).toHaveAccessibleDescription("Labels: Bug"));
  await user.keyboard("{Escape}{Enter}");
  await waitFor(() => expect(body().title).toBe("Read #bug"));
  expect(body().labels).toBeUndefined();
});

test("the form of a new task has the labels of its title, to which others are added or created", async () => {
  await addLabels("Bug", "Client: Acme", "Client: Initech");
  const user = await open("/tasks");
  await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  const form = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  await user.type(form.getByLabelText("Title"), "Fix it #bug #client:acme");
  const field = form.getByRole("combobox", { name: "Labels" });
  await waitFor(() => expect(field).toHaveTextContent("Labels: BugClient: Acme"));
  await user.click(field);
  await user.click(await screen.findByRole("option", { name: "Client: Initech" }));
  await user.type(screen.getByRole("combobox", { name: "Search" }), "Urgent");
  await user.click(await screen.findByRole("option", { name: "Create “Urgent”" }));
  await waitFor(() => expect(field).toHaveTextContent("Labels: BugClient: InitechUrgent"));
  expect(form.getByLabelText("Title")).toHaveValue("Fix it");
  await user.keyboard("{Escape}");
  await user.click(form.getByRole("button", { name: "Create Task" }));
  await waitFor(() => expect(body().labels).toHaveLength(3));
  expect(body().labels).toEqual(expect.arrayContaining(of("Bug", "Client: Initech")));
});

test("a form merges its labels with those that others change, without a question; its undo gives back its own part", async () => {
  await addLabels("Bug", "Docs", "Urgent");
  const { id } = await createTask(grace, "Write the report", { labels: of("Bug") });
  const user = await open(`/tasks/${id}`);
  const labels = async () => (await readTask(grace, id)).labels;
  await user.click(await screen.findByRole("button", { name: "Edit Task" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  await user.click(form.getByRole("combobox", { name: "Labels" }));
  await user.click(await screen.findByRole("option", { name: "Bug" }));
  await user.click(screen.getByRole("option", { name: "Docs" }));
  await grace.call("PATCH", `/api/tasks/${id}`, {
    priority: "High",
    labels: { add: of("Urgent") },
  });
  await user.keyboard("{Escape}");
  await user.click(form.getByRole("button", { name: "Update Task" }));
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  expect(await labels()).toEqual(of("Docs", "Urgent"));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await labels()).toEqual(of("Bug", "Urgent")));
});

test("the picker refuses one label too many before it is sent, and takes the label that has a new one's name", async () => {
  const names = Array.from({ length: TASK_LABELS_MAX }, (_none, at) => `Label ${at}`);
  await addLabels(...names, "One more");
  const { id } = await createTask(grace, "Write the report", { labels: of(...names) });
  const user = await open(`/tasks/${id}`);
  await user.click(await screen.findByTitle(/^Change labels/));
  await user.type(await screen.findByRole("combobox", { name: "Search" }), "One");
  await user.click(await screen.findByRole("option", { name: "One more" }));
  expect(await screen.findByText(TOO_MANY_LABELS)).toBeVisible();
  expect(backend.callsOf(PATCH)).toEqual([]);
  await user.clear(screen.getByRole("combobox", { name: "Search" }));
  await user.click(await screen.findByRole("option", { name: "Label 0" }));
  await user.type(screen.getByRole("combobox", { name: "Search" }), "urgent");
  await addLabels("Urgent");
  await user.click(await screen.findByRole("option", { name: "Create “urgent”" }));
  await waitFor(async () =>
    expect((await readTask(grace, id)).labels).toEqual(of(...names.slice(1), "Urgent")),
  );
});

test("a label that is deleted while it is chosen is said by its name, and the other one is added", async () => {
  await addLabels("Bug", "Docs");
  const { id } = await createTask(grace, "Write the report");
  const user = await open(`/tasks/${id}`);
  await user.click(await screen.findByTitle(/^Change labels/));
  await screen.findByRole("option", { name: "Bug" });
  await grace.call("DELETE", `/api/labels/${ids["Bug"]}`);
  await user.click(screen.getByRole("option", { name: "Bug" }));
  await user.click(screen.getByRole("option", { name: "Docs" }));
  expect(await screen.findByText(/The label “Bug” was deleted/)).toBeVisible();
  await waitFor(async () => expect((await readTask(grace, id)).labels).toEqual(of("Docs")));
});
