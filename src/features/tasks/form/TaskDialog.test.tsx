import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { TaskInput, TaskResponse } from "#contract/task.ts";
import type { Role } from "#contract/user.ts";
import { today } from "#lib/day.ts";
import type { Backend, CallName } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const CREATE: CallName = "POST /api/tasks";
const UPDATE: CallName = "PUT /api/tasks/{id}";

const form = (name = "Create New Task") => within(screen.getByRole("dialog", { name }));
const field = (label: string, name?: string) =>
  form(name).getByLabelText<HTMLInputElement>(label, { selector: "input, select, textarea" });
const bodyOf = (backend: Backend, call: CallName) => backend.callsOf(call).at(-1)?.body;
const toast = (text: string) => screen.findByText(text);

async function openCreate(role: Role = "member") {
  const backend = await openBackend();
  const session = await backend.register({ role });
  const app = await renderApp({ path: "/tasks", as: session, backend });
  await app.user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  await screen.findByRole("dialog", { name: "Create New Task" });
  return { ...app, me: session.user };
}

async function openEdit(role: Role = "member", fields: Partial<TaskInput> = {}) {
  const backend = await openBackend();
  const session = await backend.register({ role });
  const admin = await backend.as("admin", { name: "Grace Hopper" });
  const { body } = await admin.call("POST", "/api/tasks", {
    title: "Write the report",
    description: "First line\nSecond line",
    status: "In Progress",
    priority: "High",
    assignee_id: admin.user.id,
    ...fields,
  });
  const { task } = body as TaskResponse;
  const app = await renderApp({ path: `/tasks/${task.id}`, as: session, backend });
  await app.user.click(await screen.findByRole("button", { name: "Edit Task" }));
  await screen.findByRole("dialog", { name: "Edit Task" });
  return { ...app, task, admin };
}

describe("creating a task", () => {
  test("shows control characters as an error under the field, with their line", async () => {
    const { user, backend } = await openCreate();
    await user.type(field("Title"), "Water the plants");
    await user.click(field("Description"));
    await user.paste("daily\nat\x0bnoon");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await waitFor(() =>
      expect(field("Description")).toHaveAccessibleDescription(
        expect.stringContaining(
          "Description must not contain control characters (U+000B in line 2)",
        ),
      ),
    );
    expect(backend.callsOf(CREATE)).toHaveLength(0);
  });

  test("starts with Todo, Medium, the current user and due dates from today", async () => {
    const { me } = await openCreate();
    expect(field("Title")).toHaveValue("");
    expect(field("Title")).toHaveFocus();
    expect(field("Status")).toHaveValue("Todo");
    expect(field("Priority")).toHaveValue("Medium");
    expect(field("Assignee")).toHaveValue(me.id);
    expect(field("Assignee")).toHaveDisplayValue(me.name);
    expect(field("Due Date")).toHaveAttribute("min", today());
    expect(field("Due Date")).toHaveValue("");
  });

  test("trims the fields, sends the fields that a member may set, shows a toast, and closes", async () => {
    const { user, backend, me } = await openCreate();
    await user.type(field("Title"), "  Water the plants ");
    await user.type(field("Description"), " daily{Enter}at noon ");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await toast("Task created successfully! ✅");
    expect(bodyOf(backend, CREATE)).toEqual({
      title: "Water the plants",
      description: "daily\nat noon",
      status: "Todo",
      priority: "Medium",
      assignee_id: me.id,
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByRole("link", { name: "Water the plants" })).toBeVisible();
    expect(screen.getByRole("button", { name: "+ Add Task" })).toHaveFocus();
  });

  test("members see no team field", async () => {
    const member = await openCreate();
    expect(form().queryByLabelText("Team")).toBeNull();
    expect(member.backend.callsOf("GET /api/teams")).toEqual([]);
  });

  test.each([true, false])("sends a team only if the admin chose one: %s", async (chooses) => {
    const backend = await openBackend();
    const session = await backend.register({ role: "admin" });
    const admin = await backend.as("admin");
    const { body } = await admin.call("POST", "/api/teams", { name: "Crew", description: "" });
    const { id } = (body as { team: { id: string } }).team;
    const { user } = await renderApp({ path: "/tasks", as: session, backend });
    await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
    await screen.findByRole("dialog", { name: "Create New Task" });
    await waitFor(() => expect(field("Team")).toBeEnabled());
    await form().findByRole("option", { name: "Crew" });
    await user.type(field("Title"), "Team work");
    if (chooses) await user.selectOptions(field("Team"), "Crew");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await toast("Task created successfully! ✅");
    const sent = bodyOf(backend, CREATE) as TaskInput;
    if (chooses) expect(sent).toHaveProperty("team_id", id);
    else expect(sent).not.toHaveProperty("team_id");
  });

  test("lets the user choose no assignee", async () => {
    const { user, backend } = await openCreate();
    await user.type(field("Title"), "Nobody's task");
    await user.selectOptions(field("Assignee"), "Unassigned");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await toast("Task created successfully! ✅");
    expect(bodyOf(backend, CREATE)).toHaveProperty("assignee_id", null);
  });

  test.each([
    ["", "2999-01-01", "Title is required"],
    ["  ", "2999-01-01", "Title is required"],
    [" ab ", "2999-01-01", "Title must be at least 3 characters"],
    ["Good title", "2020-01-01", "Due date cannot be in the past"],
  ])("title %j due %s: shows %s", async (title, due, message) => {
    const { user, backend } = await openCreate();
    if (title) await user.type(field("Title"), title);
    await user.type(field("Due Date"), due);
    await user.click(form().getByRole("button", { name: "Create Task" }));
    const refused = await form().findByText(message);
    expect(document.activeElement).toHaveAccessibleDescription(refused.textContent);
    expect(backend.callsOf(CREATE)).toEqual([]);
  });

  test("shows the length of a text near its limit, and an error beyond it", async () => {
    const { user } = await openCreate();
    await user.click(field("Title"));
    await user.paste("x".repeat(190));
    expect(form().getByText("190 of 200 characters")).toBeVisible();
    await user.paste("x".repeat(11));
    await user.click(form().getByRole("button", { name: "Create Task" }));
    expect(await form().findByText("Title must be at most 200 characters")).toBeVisible();
  });

  test("the button is disabled while submitting, and one request is sent", async () => {
    const { user, backend } = await openCreate();
    const held = backend.delay(CREATE);
    await user.type(field("Title"), "Only once");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    const button = await form().findByRole("button", { name: "Creating..." });
    expect(button).toBeDisabled();
    await user.click(button);
    held.release();
    await toast("Task created successfully! ✅");
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });
});

describe("saving a task that fails", () => {
  const errors = [
    { param: "title", msg: "Title is taken" },
    { param: "body", msg: "Too odd" },
  ];

  test.each([
    [
      "an `errors` list",
      { status: 400, body: { errors, error: "x" } },
      ["title: Title is taken", "body: Too odd"],
    ],
    [
      "its `error`",
      { status: 409, body: { error: "No such luck", message: "x" } },
      ["No such luck"],
    ],
    ["its `message`", { status: 500, body: { message: "Out of order" } }, ["Out of order"]],
    ["nothing", { status: 500, body: {} }, ["Failed to save task. Please try again."]],
    ["no response", "unreachable" as const, ["Failed to save task. Please try again."]],
  ])("shows the server's error: %s; the input stays", async (_name, fault, messages) => {
    const { user, backend } = await openCreate();
    backend.fail(CREATE, fault);
    await user.type(field("Title"), "Precious");
    await user.type(field("Description"), "words{Enter}here");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    for (const message of messages) await toast(message);
    expect(field("Title")).toHaveValue("Precious");
    expect(field("Description")).toHaveValue("words\nhere");
    await user.click(await form().findByRole("button", { name: "Create Task" }));
    await toast("Task created successfully! ✅");
  });

  test("shows the server's field error under the field until the user edits it", async () => {
    const { user, backend } = await openCreate();
    backend.fail(CREATE, { status: 400, body: { errors } });
    await user.type(field("Title"), "Taken");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await waitFor(() => expect(field("Title")).toHaveAccessibleDescription("Title is taken"));
    expect(field("Title")).toHaveFocus();
    await user.type(field("Title"), "!");
    expect(field("Title")).not.toHaveAccessibleDescription();
  });

  test("shows only the session's message if the session has expired", async () => {
    const { user, backend } = await openCreate();
    backend.expireAccessTokens();
    backend.fail("POST /api/auth/refresh", { status: 401, body: { error: "No" } });
    await user.type(field("Title"), "Too late");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await toast("Session expired. Please login again.");
    expect(screen.queryByText(/Please sign in|Failed to save/)).toBeNull();
  });

  test("refreshes an expired token, and saves once", async () => {
    const { user, backend } = await openCreate();
    backend.expireAccessTokens();
    await user.type(field("Title"), "Just in time");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await toast("Task created successfully! ✅");
    const { body } = await (await backend.as("member")).call("GET", "/api/tasks/search");
    expect(body).toHaveProperty("pagination.total", 1);
  });

  test("returns the focus to the button if no field is invalid", async () => {
    const { user, backend } = await openCreate();
    backend.fail(CREATE, { status: 500 });
    await user.type(field("Title"), "Good title");
    await user.click(form().getByRole("button", { name: "Create Task" }));
    await toast("Failed to save task. Please try again.");
    await waitFor(() => expect(form().getByRole("button", { name: "Create Task" })).toHaveFocus());
  });
});

describe("closing the task form", () => {
  const question = () => screen.queryByRole("alertdialog", { name: "Discard changes?" });
  const ways = {
    Escape: async (user: { keyboard(keys: string): Promise<void> }) => user.keyboard("{Escape}"),
    "a click outside": async (user: { click(element: Element): Promise<void> }) =>
      user.click(screen.getByRole("dialog")),
    Cancel: async (user: { click(element: Element): Promise<void> }) =>
      user.click(form().getByRole("button", { name: "Cancel" })),
  };

  test.each(Object.entries(ways))(
    "%s closes an unchanged form without confirmation",
    async (_n, leave) => {
      const { user } = await openCreate();
      await leave(user);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(question()).toBeNull();
    },
  );

  test.each(Object.entries(ways))(
    "%s asks for confirmation in a changed form",
    async (_name, leave) => {
      const { user } = await openCreate();
      await user.type(field("Title"), "Half a thought");
      await leave(user);
      expect(question()).toBeVisible();
      await user.click(screen.getByRole("button", { name: "Keep editing" }));
      expect(question()).toBeNull();
      expect(field("Title")).toHaveValue("Half a thought");
      await leave(user);
      await user.click(screen.getByRole("button", { name: "Discard" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    },
  );
});

describe("editing a task", () => {
  test("shows the task's values, saves them, and updates the page", async () => {
    const { user, backend, admin } = await openEdit();
    expect(field("Title", "Edit Task")).toHaveValue("Write the report");
    expect(field("Description", "Edit Task")).toHaveValue("First line\nSecond line");
    expect(field("Status", "Edit Task")).toHaveValue("In Progress");
    expect(field("Priority", "Edit Task")).toHaveValue("High");
    expect(field("Assignee", "Edit Task")).toHaveDisplayValue("Grace Hopper");
    await user.clear(field("Title", "Edit Task"));
    await user.type(field("Title", "Edit Task"), "Send the report");
    await user.click(screen.getByRole("button", { name: "Update Task" }));
    await toast("Task updated successfully! ✅");
    expect(bodyOf(backend, UPDATE)).toEqual({
      title: "Send the report",
      description: "First line\nSecond line",
      status: "In Progress",
      priority: "High",
      due_date: null,
      assignee_id: admin.user.id,
    });
    expect(await screen.findByRole("heading", { name: "Send the report", level: 1 })).toBeVisible();
    expect(screen.getByRole("button", { name: "Edit Task" })).toHaveFocus();
  });

  test("sends null if an admin chooses no team", async () => {
    const { user, backend } = await openEdit("admin");
    expect(await form("Edit Task").findByLabelText("Team")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Update Task" }));
    await toast("Task updated successfully! ✅");
    expect(bodyOf(backend, UPDATE)).toHaveProperty("team_id", null);
  });

  test("an overdue task keeps its due date when another field is saved", async () => {
    const { user, backend, task, store } = await openEdit("member", { due_date: today() });
    expect(store.getState().session.status).toBe("signedIn");
    await user.click(form("Edit Task").getByRole("button", { name: "Cancel" }));
    await backend.db
      .updateTable("tasks")
      .set({ due_date: "2020-01-01" })
      .where("id", "=", task.id)
      .execute();
    window.dispatchEvent(new Event("focus"));
    await screen.findByText("Jan 01, 2020");
    await user.click(screen.getByRole("button", { name: "Edit Task" }));
    await screen.findByRole("dialog", { name: "Edit Task" });
    expect(field("Due Date", "Edit Task")).toHaveAttribute("min", today());
    await user.type(field("Title", "Edit Task"), " at last");
    await user.click(screen.getByRole("button", { name: "Update Task" }));
    await toast("Task updated successfully! ✅");
    expect(bodyOf(backend, UPDATE)).toHaveProperty("due_date", "2020-01-01");
  });

  test("an inactive user stays the assignee", async () => {
    const { user, backend, admin } = await openEdit();
    await user.click(form("Edit Task").getByRole("button", { name: "Cancel" }));
    await backend.db
      .updateTable("users")
      .set({ is_active: 0 })
      .where("id", "=", admin.user.id)
      .execute();
    backend.answer("GET /api/users", { users: [] });
    await user.click(screen.getByRole("button", { name: "Edit Task" }));
    await user.type(await screen.findByLabelText("Title"), "!");
    await user.click(screen.getByRole("button", { name: "Update Task" }));
    await toast("Task updated successfully! ✅");
    expect(bodyOf(backend, UPDATE)).toHaveProperty("assignee_id", admin.user.id);
  });
});
