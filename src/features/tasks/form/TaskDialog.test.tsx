import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { Role } from "#contract/user.ts";
import { today } from "#lib/dates/day.ts";
import type { Backend, CallName } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, createTeam } from "#testing/screens/create.ts";
import { enterText } from "#testing/screens/enterText.ts";

const CREATE: CallName = "POST /api/tasks";
const UPDATE: CallName = "PUT /api/tasks/{id}";

const form = () => within(screen.getByRole("dialog"));
const field = (label: string) =>
  form().getByLabelText<HTMLInputElement>(label, { selector: "input, select, textarea" });
const press = (name = "Create Task") => form().getByRole("button", { name });
/** The button once it is no longer busy. */
const ready = () => form().findByRole("button", { name: "Create Task" });
const bodyOf = (backend: Backend, call: CallName) => backend.callsOf(call).at(-1)?.body;
const toast = (text: string) => screen.findByText(text);
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

async function openForm(user: UserEvent) {
  await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  await screen.findByRole("dialog", { name: "Create New Task" });
}

async function openCreate(role: Role = "member") {
  const backend = await openBackend();
  const session = await backend.register({ role });
  const admin = await backend.as("admin");
  const team = await createTeam(admin, "Crew");
  const app = await renderApp({ path: "/tasks", as: session, backend });
  await openForm(app.user);
  return { ...app, me: session.user, team };
}

/** Opens the form of an overdue task of an inactive user. */
async function openEdit() {
  const backend = await openBackend();
  const session = await backend.register();
  const admin = await backend.as("admin", { name: "Grace Hopper" });
  const { id } = await createTask(admin, "Write the report", {
    description: "First line\nSecond line",
    status: "In Progress",
    priority: "High",
    assignee_id: admin.user.id,
  });
  await backend.db.updateTable("tasks").set({ due_date: "2020-01-01" }).execute();
  const users = backend.db.updateTable("users").set({ is_active: 0 });
  await users.where("id", "=", admin.user.id).execute();
  const app = await renderApp({ path: `/tasks/${id}`, as: session, backend });
  await app.user.click(await screen.findByRole("button", { name: "Edit Task" }));
  await screen.findByRole("dialog", { name: "Edit Task" });
  return { ...app, admin };
}

describe("creating a task", () => {
  test("starts with Todo, Medium, the current user and due dates from today, and without teams for members; shows each invalid field's error and sends nothing", async () => {
    const { user, me, backend } = await openCreate();
    expect(field("Title")).toHaveValue("");
    expect(field("Title")).toHaveFocus();
    expect(field("Status")).toHaveValue("Todo");
    expect(field("Priority")).toHaveValue("Medium");
    expect(field("Assignee")).toHaveValue(me.id);
    expect(field("Assignee")).toHaveDisplayValue(me.name);
    expect(field("Due Date")).toHaveAttribute("min", today());
    expect(field("Due Date")).toHaveValue("");
    expect(form().queryByLabelText("Team")).toBeNull();
    expect(backend.callsOf("GET /api/teams")).toEqual([]);

    const refuses = async (label: string, text: string, message: string) => {
      await enterText(user, field(label), text);
      await user.click(press());
      await form().findByText(message, { exact: false });
      expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message));
      await waitFor(() => expect(field(label)).toHaveFocus());
    };
    await refuses("Title", "  ", "Title is required");
    await refuses("Title", " ab ", "Title must be at least 3 characters");
    await enterText(user, field("Title"), "Good title");
    await refuses("Due Date", "2020-01-01", "Due date cannot be in the past");
    await user.clear(field("Due Date"));
    const control = "Description must not contain control characters (U+000B in line 2)";
    await refuses("Description", "daily\nat\x0bnoon", control);
    expect(backend.callsOf(CREATE)).toEqual([]);
  });

  test("trims the fields, sends the fields that a member may set, shows a toast, and closes", async () => {
    const { user, backend, me } = await openCreate();
    await user.type(field("Title"), "  Water the plants ");
    await user.type(field("Description"), " daily{Enter}at noon ");
    const held = backend.delay(CREATE);
    await user.click(press());
    const busy = await form().findByRole("button", { name: "Creating..." });
    expect(busy).toBeDisabled();
    await user.click(busy);
    held.release();
    await toast("Task created successfully! ✅");
    expect(backend.callsOf(CREATE)).toHaveLength(1);
    expect(bodyOf(backend, CREATE)).toEqual({
      title: "Water the plants",
      description: "daily\nat noon",
      status: "Todo",
      priority: "Medium",
      assignee_id: me.id,
    });
    await closed();
    expect(await screen.findByRole("link", { name: "Water the plants" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "+ Add Task" })).toHaveFocus());
  });
});

describe("saving a task that fails", () => {
  test("shows the server's errors, marks their fields, and keeps the input for the next attempt", async () => {
    const { user, backend } = await openCreate();
    await enterText(user, field("Title"), "Precious");
    await enterText(user, field("Description"), "words\nhere");
    const errors = [
      { param: "title", msg: "Title is taken" },
      { param: "body", msg: "Too odd" },
    ];
    backend.fail(CREATE, { status: 400, body: { errors, error: "x" } });
    await user.click(press());
    await toast("title: Title is taken");
    await toast("body: Too odd");
    expect(field("Title")).toHaveAccessibleDescription("Title is taken");
    expect(field("Title")).toHaveFocus();
    await user.type(field("Title"), "!");
    expect(field("Title")).not.toHaveAccessibleDescription();

    backend.fail(CREATE, { status: 409, body: { error: "No such luck", message: "x" } });
    await user.click(await ready());
    await toast("No such luck");
    backend.fail(CREATE, "unreachable", 3);
    await user.click(await ready());
    await toast("Failed to save task. Please try again.");
    await waitFor(() => expect(press()).toHaveFocus());
    expect(field("Title")).toHaveValue("Precious!");
    expect(field("Description")).toHaveValue("words\nhere");
    await user.click(await ready());
    await toast("Task created successfully! ✅");
  });
});

describe("the task form of an admin", () => {
  const question = () => screen.queryByRole("alertdialog", { name: "Discard changes?" });
  const ways: ((user: UserEvent) => Promise<void>)[] = [
    (user) => user.keyboard("{Escape}"),
    (user) => user.click(press("Cancel")),
  ];

  test("asks before Escape and Cancel discard a changed form, and sends the chosen team and no assignee", async () => {
    const { user, backend, team } = await openCreate("admin");
    for (const leave of ways) {
      await leave(user);
      await closed();
      expect(question()).toBeNull();
      await openForm(user);
      await enterText(user, field("Title"), "Half a thought");
      await leave(user);
      expect(question()).toBeVisible();
      await user.click(screen.getByRole("button", { name: "Keep editing" }));
      expect(question()).toBeNull();
      expect(field("Title")).toHaveValue("Half a thought");
      await leave(user);
      await user.click(screen.getByRole("button", { name: "Discard" }));
      await closed();
      await openForm(user);
      expect(field("Title")).toHaveValue("");
    }
    await form().findByRole("option", { name: "Crew" });
    await enterText(user, field("Title"), "Team work");
    await user.selectOptions(field("Team"), "Crew");
    await user.selectOptions(field("Assignee"), "Unassigned");
    await user.click(press());
    await toast("Task created successfully! ✅");
    expect(bodyOf(backend, CREATE)).toMatchObject({ team_id: team.id, assignee_id: null });
  });
});

describe("editing a task", () => {
  test("shows the task's values, also a past due date and an inactive assignee, saves them, and updates the page", async () => {
    const { user, backend, admin } = await openEdit();
    expect(field("Title")).toHaveValue("Write the report");
    expect(field("Description")).toHaveValue("First line\nSecond line");
    expect(field("Status")).toHaveValue("In Progress");
    expect(field("Priority")).toHaveValue("High");
    await waitFor(() => expect(field("Assignee")).toHaveDisplayValue("Grace Hopper (inactive)"));
    expect(field("Due Date")).toHaveAttribute("min", today());
    await enterText(user, field("Title"), "Send the report");
    await user.click(press("Update Task"));
    await toast("Task updated successfully! ✅");
    expect(bodyOf(backend, UPDATE)).toEqual({
      title: "Send the report",
      description: "First line\nSecond line",
      status: "In Progress",
      priority: "High",
      due_date: "2020-01-01",
      assignee_id: admin.user.id,
    });
    expect(await screen.findByRole("heading", { name: "Send the report", level: 1 })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Edit Task" })).toHaveFocus());
  });
});
