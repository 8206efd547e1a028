import { describe, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { TaskInput, TaskResponse } from "#contract/task.ts";
import type { Role } from "#contract/user.ts";
import type { CallName } from "#testing/backend.ts";
import { enterText } from "#testing/enterText.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const UPDATE: CallName = "PUT /api/tasks/{id}";
const NOTICE = "Grace Hopper changed this task while you were editing";
const SAVED = "Task updated successfully! ✅";

const dialog = () => within(screen.getByRole("dialog", { name: "Edit Task" }));
const field = (label: string) =>
  dialog().getByLabelText<HTMLInputElement>(label, { selector: "input, select, textarea" });
const choice = (label: string) =>
  within(dialog().getByRole("radiogroup", { name: `${label}: Choose what to keep` }));
const version = (label: string, side: "Mine" | "Theirs") =>
  choice(label).getByRole("radio", { name: new RegExp(`^${side}`) });
const press = (name = "Update Task") => dialog().getByRole("button", { name });
const toast = (text: string) => screen.findByText(text);
const toasts = () => screen.getAllByRole("button", { name: "Dismiss" });
/** Makes the page refetch its task. */
const lookAgain = () => act(() => void window.dispatchEvent(new Event("focus")));
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

/** A user edits a task while Grace Hopper, an admin, changes it too. */
async function openEdit(role: Role = "member", draft?: Partial<TaskInput>) {
  const backend = await openBackend();
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
    read: async () => ((await grace.call("GET", url)).body as TaskResponse).task,
    async type(label: string, text: string) {
      await enterText(app.user, field(label), text);
    },
    /** How often the form was sent, and the outcomes. */
    sent: () => backend.callsOf(UPDATE),
  };
}

/** Opens the form after both users have changed the title: the user to "Mine", the other to "Theirs". */
async function openConflict() {
  const edit = await openEdit();
  await edit.theyChange({ title: "Theirs" });
  await edit.type("Title", "Mine");
  await edit.user.click(press());
  await dialog().findByRole("region", { name: NOTICE });
  return edit;
}

describe("two users who edit the same task", () => {
  test("edits of different fields merge without asking the user", async () => {
    const { user, type, theyChange, read, sent, grace } = await openEdit();
    await theyChange({ status: "Done", assignee_id: grace.user.id, description: "" });
    await type("Title", "Send the report");
    await user.click(press());
    await toast(SAVED);
    expect(toasts()).toHaveLength(1);
    await closed();
    expect(await read()).toMatchObject({
      title: "Send the report",
      status: "Done",
      assignee_id: grace.user.id,
      description: "",
      due_date: "2999-03-08",
    });
    expect(sent()).toHaveLength(2);
    expect(await screen.findByRole("heading", { name: "Send the report", level: 1 })).toBeVisible();
  });

  test("a save whose response was lost can be retried", async () => {
    const { user, type, backend, read } = await openEdit();
    backend.fail(UPDATE, "lost");
    await type("Title", "Send the report");
    await user.click(press());
    await toast("Failed to save task. Please try again.");
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ title: "Send the report" });
  });

  test("shows both values of a field that both users changed, and lets the user choose either", async () => {
    const { user, type, theyChange, read, sent } = await openEdit();
    await theyChange({
      title: "Theirs",
      description: "First line\nTheir line",
      priority: "High",
    });
    await type("Title", "Mine");
    await type("Description", "First line\nMy line");
    await user.selectOptions(field("Status"), "Done");
    await user.click(press());

    const notice = await dialog().findByRole("region", { name: NOTICE });
    expect(notice).toHaveFocus();
    expect(notice).toHaveTextContent("You both changed the title and the description");
    expect(dialog().getAllByRole("radiogroup")).toHaveLength(2);
    expect(version("Title", "Mine")).toHaveAccessibleName("Mine Mine");
    expect(version("Title", "Theirs")).toHaveAccessibleName("Theirs Theirs");
    expect(choice("Description").getByText(/My line/)).toBeVisible();
    expect(choice("Description").getByText(/Their line/)).toBeVisible();
    // The users decide every conflict. A change that only one user made is kept.
    expect(field("Title")).toHaveValue("Mine");
    expect(field("Priority")).toHaveValue("High");
    expect(dialog().queryAllByRole("radio", { checked: true })).toEqual([]);

    await user.click(version("Title", "Theirs"));
    expect(field("Title")).toHaveValue("Theirs");
    await user.click(version("Description", "Theirs"));
    await user.click(version("Description", "Mine"));
    expect(field("Description")).toHaveValue("First line\nMy line");
    await user.click(press());
    await toast(SAVED);
    expect(toasts()).toHaveLength(1);
    await closed();
    expect(await read()).toMatchObject({
      title: "Theirs",
      description: "First line\nMy line",
      priority: "High",
      status: "Done",
    });
    expect(sent()).toHaveLength(2);
  });

  test("saves only after every conflict is resolved", async () => {
    const { user, type, theyChange, sent, read } = await openEdit();
    await theyChange({ title: "Theirs", priority: "High" });
    await type("Title", "Mine");
    await user.selectOptions(field("Priority"), "Low");
    await user.click(press());
    await dialog().findByRole("region", { name: NOTICE });
    await user.click(version("Title", "Mine"));
    await user.click(press());
    const asked = dialog().getByRole("radiogroup", {
      name: "Priority: Please choose what to keep",
    });
    expect(asked).toBeInvalid();
    await waitFor(() => expect(within(asked).getAllByRole("radio")[0]).toHaveFocus());
    expect(sent()).toHaveLength(1);
    await user.keyboard("{ArrowDown}");
    expect(version("Priority", "Theirs")).toBeChecked();
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ title: "Mine", priority: "High" });
  });

  test("lets the user type a third value for a conflicting field", async () => {
    const { user, read } = await openConflict();
    await user.click(version("Title", "Theirs"));
    await user.type(field("Title"), " and mine");
    expect(dialog().getByRole("radiogroup")).toHaveAccessibleName(
      "Title: What you entered is kept",
    );
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ title: "Theirs and mine" });
  });

  test("shows the names of users and teams, and formatted dates, in conflicts", async () => {
    const { user, theyChange, grace, type } = await openEdit("admin");
    const { body } = await grace.call("POST", "/api/teams", { name: "Crew", description: "" });
    const { team } = body as { team: { id: string } };
    await theyChange({ assignee_id: grace.user.id, due_date: "2999-04-01", team_id: team.id });
    await user.selectOptions(field("Assignee"), "Unassigned");
    await user.clear(field("Due Date"));
    await type("Title", "Mine");
    await user.click(press());
    await dialog().findByRole("region", { name: NOTICE });
    expect(version("Assignee", "Mine")).toHaveAccessibleName("Mine Unassigned");
    expect(version("Assignee", "Theirs")).toHaveAccessibleName("Theirs Grace Hopper");
    expect(version("Due Date", "Mine")).toHaveAccessibleName("Mine No due date");
    expect(version("Due Date", "Theirs")).toHaveAccessibleName("Theirs Apr 01, 2999");
    expect(field("Team")).toHaveDisplayValue("Crew");
  });

  test("an outdated choice is discarded, and the conflict is shown again", async () => {
    const { user, theyChange, read } = await openConflict();
    await user.click(version("Title", "Mine"));
    await theyChange({ title: "Theirs again" });
    await user.click(press());
    await choice("Title").findByText("Theirs again");
    expect(dialog().getByRole("region", { name: NOTICE })).toHaveFocus();
    expect(dialog().queryAllByRole("radio", { checked: true })).toEqual([]);
    expect(field("Title")).toHaveValue("Mine");
    await user.click(version("Title", "Mine"));
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ title: "Mine" });
  });

  test("accepts the other user's due date even if it is past", async () => {
    const { user, type, backend, task, read } = await openEdit();
    await backend.db
      .updateTable("tasks")
      .set((eb) => ({ due_date: "2020-01-01", version: eb("version", "+", 1) }))
      .where("id", "=", task.id)
      .execute();
    await type("Due Date", "2999-05-05");
    await type("Title", "Mine");
    await user.click(press());
    await dialog().findByRole("region", { name: /^Someone changed this task/ });
    await user.click(version("Due Date", "Theirs"));
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ title: "Mine", due_date: "2020-01-01" });
  });

  test("asks before discarding, even if the user chose all of the other user's values", async () => {
    const { user } = await openConflict();
    await user.click(version("Title", "Theirs"));
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(version("Title", "Mine")).toBeVisible();
  });

  test("a refetch updates the page below the dialog but not the form", async () => {
    const { type, theyChange } = await openEdit();
    await type("Title", "Mine");
    await theyChange({ title: "Theirs", description: "Their words" });
    lookAgain();
    expect(await screen.findByRole("heading", { name: "Theirs", hidden: true })).toBeVisible();
    expect(field("Title")).toHaveValue("Mine");
    expect(field("Description")).toHaveValue("First line\nSecond line");
  });

  test("merges a restored draft with another user's later edit", async () => {
    const { user, read } = await openEdit("member", { title: "My draft", priority: "High" });
    expect(field("Title")).toHaveValue("My draft");
    await user.click(press());
    await dialog().findByRole("region", { name: NOTICE });
    expect(version("Title", "Mine")).toHaveAccessibleName("Mine My draft");
    expect(field("Status")).toHaveValue("Done");
    await user.click(version("Title", "Mine"));
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ title: "My draft", priority: "High", status: "Done" });
  });

  test("the draft of an unresolved conflict keeps its old base, so that it conflicts again", async () => {
    const { me, task } = await openConflict();
    const kept = sessionStorage.getItem(`taskdeck:draft:${me.id}:task:${task.id}`) ?? "{}";
    expect(JSON.parse(kept)).toMatchObject({
      values: { title: "Mine" },
      base: { title: "Write the report" },
    });
  });
});

describe("with a server that implements only the specification", () => {
  test("sends an edit without a version check", async () => {
    const { user, type, backend, sent, task, read, theyChange } = await openEdit();
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    backend.answer("GET /api/tasks/{id}", { task });
    lookAgain();
    await waitFor(() => expect(backend.callsOf("GET /api/tasks/{id}").length).toBeGreaterThan(1));
    await user.click(screen.getByRole("button", { name: "Edit Task" }));
    await screen.findByRole("dialog", { name: "Edit Task" });
    await theyChange({ title: "Theirs" });
    await type("Title", "Mine");
    await user.click(press());
    await toast(SAVED);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.headers.has("if-match")).toBe(false);
    expect(await read()).toMatchObject({ title: "Mine" });
  });
});

describe("editing a task that another user deletes", () => {
  const GONE = "This task has been deleted while you were editing";

  test("keeps the input, and can save it as a new task", async () => {
    const { user, type, grace, task, backend } = await openEdit();
    await type("Title", "Precious words");
    await grace.call("DELETE", `/api/tasks/${task.id}`);
    await user.click(press());
    await toast("Task not found");
    expect(await dialog().findByRole("region", { name: GONE })).toHaveFocus();
    expect(field("Title")).toHaveValue("Precious words");
    await user.click(press("Save as New Task"));
    await toast("Task created successfully! ✅");
    expect(await screen.findByRole("heading", { name: "Precious words", level: 1 })).toBeVisible();
    expect(window.location.pathname).not.toBe(`/tasks/${task.id}`);
    expect(backend.callsOf("POST /api/tasks").at(-1)?.body).toMatchObject({
      title: "Precious words",
      description: "First line\nSecond line",
    });
  });

  test("the form stays open over 'Task not found'", async () => {
    const { user, type, grace, task } = await openEdit();
    await type("Title", "Precious words");
    await grace.call("DELETE", `/api/tasks/${task.id}`);
    lookAgain();
    await screen.findByRole("heading", { name: "Task not found", hidden: true });
    expect(field("Title")).toHaveValue("Precious words");
    await user.click(press());
    await dialog().findByRole("region", { name: GONE });
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await closed();
    expect(screen.getByRole("button", { name: "Back to Tasks" })).toBeVisible();
  });
});
