import { describe, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { TaskResponse } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import type { Role } from "#contract/user.ts";
import type { CallName } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTeam, readTask } from "#testing/screens/create.ts";
import { enterText } from "#testing/screens/enterText.ts";

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

interface Options {
  role?: Role;
  draft?: Partial<TaskInput>;
  isPlain?: boolean;
}

/** A user edits a task while Grace Hopper, an admin, changes it too. */
async function openEdit({ role = "member", draft, isPlain = false }: Options = {}) {
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
async function openConflict() {
  const edit = await openEdit();
  await edit.theyChange({ title: "Theirs" });
  await edit.type("Title", "Mine");
  await edit.user.click(press());
  await dialog().findByRole("region", { name: NOTICE });
  return edit;
}

describe("two users who edit the same task", () => {
  test("edits of different fields merge without asking the user; a refetch updates the page but not the form", async () => {
    const { user, type, theyChange, read, sent, grace } = await openEdit();
    await theyChange({ status: "Done", assignee_id: grace.user.id, description: "" });
    await type("Title", "Send the report");
    lookAgain();
    expect(await screen.findByText("No description provided.")).toBeVisible();
    expect(field("Title")).toHaveValue("Send the report");
    expect(field("Description")).toHaveValue("First line\nSecond line");
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

  test("shows both values of a field that both users changed, and saves once the user has chosen for each", async () => {
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
    await waitFor(() => expect(notice).toHaveFocus());
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
    await user.click(press());
    const asked = dialog().getByRole("radiogroup", {
      name: "Description: Please choose what to keep",
    });
    expect(asked).toBeInvalid();
    await waitFor(() => expect(within(asked).getAllByRole("radio")[0]).toHaveFocus());
    expect(sent()).toHaveLength(1);
    await user.keyboard("{ArrowDown}");
    expect(version("Description", "Theirs")).toBeChecked();
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

  test("keeps its draft on the old base, discards an outdated choice, asks before it discards a conflict, and takes a third value", async () => {
    const { user, me, task, read, theyChange } = await openConflict();
    const draft = sessionStorage.getItem(`taskdeck:draft:${me.id}:task:${task.id}`) ?? "{}";
    expect(JSON.parse(draft)).toMatchObject({
      values: { title: "Mine" },
      base: { title: "Write the report" },
    });
    await user.click(version("Title", "Mine"));
    await theyChange({ title: "Theirs again" });
    await user.click(press());
    await choice("Title").findByText("Theirs again");
    await waitFor(() => expect(dialog().getByRole("region", { name: NOTICE })).toHaveFocus());
    expect(dialog().queryAllByRole("radio", { checked: true })).toEqual([]);
    expect(field("Title")).toHaveValue("Mine");

    await user.click(version("Title", "Theirs"));
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(version("Title", "Mine")).toBeVisible();
    await user.type(field("Title"), " and mine");
    expect(dialog().getByRole("radiogroup")).toHaveAccessibleName(
      "Title: What you entered is kept",
    );
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ title: "Theirs again and mine" });
  });

  test("shows the names of users and teams, and formatted dates, in conflicts, and accepts the other user's due date although it is past", async () => {
    const { user, backend, theyChange, grace, type, read } = await openEdit({ role: "admin" });
    const team = await createTeam(grace, "Crew");
    await theyChange({ assignee_id: grace.user.id, due_date: "2999-04-01", team_id: team.id });
    await backend.db.updateTable("tasks").set({ due_date: "2020-04-01" }).execute();
    await user.selectOptions(field("Assignee"), "Unassigned");
    await user.clear(field("Due Date"));
    await type("Title", "Mine");
    await user.click(press());
    await dialog().findByRole("region", { name: NOTICE });
    expect(version("Assignee", "Mine")).toHaveAccessibleName("Mine Unassigned");
    expect(version("Assignee", "Theirs")).toHaveAccessibleName("Theirs Grace Hopper");
    expect(version("Due Date", "Mine")).toHaveAccessibleName("Mine No due date");
    expect(version("Due Date", "Theirs")).toHaveAccessibleName("Theirs Apr 01, 2020");
    expect(field("Team")).toHaveDisplayValue("Crew");
    await user.click(version("Assignee", "Mine"));
    await user.click(version("Due Date", "Theirs"));
    await user.click(press());
    await toast(SAVED);
    expect(await read()).toMatchObject({ assignee_id: null, due_date: "2020-04-01" });
  });

  test("merges a restored draft with another user's later edit", async () => {
    const { user, read } = await openEdit({
      draft: { title: "My draft", priority: "High" },
    });
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
});

test("the form of a task that another user deletes stays open over 'Task not found', and can save its input as a new task", async () => {
  const { user, type, grace, task, backend } = await openEdit();
  await type("Title", "Precious words");
  await grace.call("DELETE", `/api/tasks/${task.id}`);
  lookAgain();
  await screen.findByRole("heading", { name: "Task not found", hidden: true });
  expect(field("Title")).toHaveValue("Precious words");
  await user.click(press());
  const gone = "This task has been deleted while you were editing";
  expect(await dialog().findByRole("region", { name: gone })).toHaveFocus();
  const notifications = screen.getByRole("region", { name: "Notifications", hidden: true });
  expect(await within(notifications).findByText("Task not found")).toBeInTheDocument();
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

test("sends an edit without a version to a server that implements only the specification", async () => {
  const { user, type, sent, read, theyChange } = await openEdit({ isPlain: true });
  await theyChange({ title: "Theirs" });
  await type("Title", "Mine");
  await user.click(press());
  await toast(SAVED);
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.headers.has("if-match")).toBe(false);
  expect(await read()).toMatchObject({ title: "Mine" });
});
