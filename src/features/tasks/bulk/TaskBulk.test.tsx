import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { TaskInput } from "#contract/task.ts";
import type { Role } from "#contract/user.ts";
import { addTasks as insertTasks } from "#server/testing/taskRuns.ts";
import type { Backend } from "#testing/backend.ts";
import { enterText } from "#testing/enterText.ts";
import { pick } from "#testing/pick.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { addTasks, expectTitles, many, results, SEARCH, THREE_TASKS } from "#testing/taskList.tsx";

const PATCH = "PATCH /api/tasks/{id}";
const MOVE = "PATCH /api/kanban/{id}/status";
const RUNS = "POST /api/task-runs";
const REFUSED = { status: 500, body: { error: "The disk is full" } } as const;

async function openList(
  tasks: readonly Partial<TaskInput>[],
  as: Role = "member",
  path = "/tasks",
) {
  const backend = await openBackend();
  const added = await addTasks(backend, ...tasks);
  const app = await renderApp({ path, as, backend });
  await screen.findByRole("heading", { name: "All Tasks" });
  await waitFor(() => expect(results().queryAllByRole("checkbox")).not.toHaveLength(0));
  return { ...app, added };
}

const box = (title: string) => screen.getByRole("checkbox", { name: `Select ${title}` });
const bar = async () => within(await screen.findByRole("region", { name: "Selected tasks" }));
const button = async (name: string | RegExp) => await (await bar()).findByRole("button", { name });
const toast = async (text: string | RegExp) =>
  await within(screen.getByRole("region", { name: "Notifications" })).findByText(text);
const undoButton = () =>
  within(screen.getByRole("region", { name: "Notifications" })).getByRole("button", {
    name: "Undo",
  });
const ticked = () =>
  results()
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map((it) => it.getAttribute("aria-label")?.replace("Select ", ""));

/** The tasks in the database, the oldest first. */
const saved = async (backend: Backend) =>
  await backend.db.selectFrom("tasks").selectAll().orderBy("created_at").execute();

type App = Awaited<ReturnType<typeof openList>>;

async function choose({ user }: Pick<App, "user">, menu: string, item: string | RegExp) {
  await pick(user, await button(menu), item);
}

describe("selecting tasks", () => {
  it("shows the actions once a task is selected, and hides them with the last one", async () => {
    const { user } = await openList(THREE_TASKS);
    expect(screen.queryByRole("region", { name: "Selected tasks" })).not.toBeInTheDocument();
    await user.click(box("Bake bread"));
    expect(await (await bar()).findByText("1 selected")).toBeInTheDocument();
    await user.click(await button("Clear selection"));
    expect(screen.queryByRole("region", { name: "Selected tasks" })).not.toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Tasks" })).toHaveFocus();
    expect(ticked()).toEqual([]);
  });

  it("selects a range with Shift, in cards and in the table", async () => {
    const { user } = await openList(many(5));
    await user.click(box("Task number 4"));
    await user.keyboard("{Shift>}");
    await user.click(box("Task number 2"));
    await user.keyboard("{/Shift}");
    expect(ticked()).toEqual([4, 3, 2].map((number) => `Task number ${number}`));
    await user.click(await screen.findByRole("button", { name: "Table" }));
    expect(await screen.findByRole("table", { name: "Tasks" })).toBeInTheDocument();
    expect(ticked()).toHaveLength(3);
    await user.click(box("Task number 5"));
    expect(await (await bar()).findByText("4 selected")).toBeInTheDocument();
  });

  it("keeps the selection on other pages, and clears it with the filters", async () => {
    const { user } = await openList(many(52));
    await user.click(box("Task number 52"));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByRole("heading", { name: "Task number 1" });
    expect(await (await bar()).findByText("1 selected (1 not shown)")).toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "Priority" }), "Medium");
    await screen.findByRole("heading", { name: "Task number 52" });
    expect(screen.queryByRole("region", { name: "Selected tasks" })).not.toBeInTheDocument();
  });

  it("selects all tasks that match, page by page", async () => {
    const { user, backend } = await openList([...many(104), { title: "Other", status: "Done" }]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Todo");
    await screen.findByText("104 total tasks");
    await user.click(box("Task number 104"));
    await user.click((await bar()).getByRole("checkbox", { name: "Select all 50" }));
    const before = backend.callsOf(SEARCH).length;
    await user.click(await button("Select all 104 that match"));
    expect(await (await bar()).findByText("104 selected (54 not shown)")).toBeInTheDocument();
    expect(backend.callsOf(SEARCH)).toHaveLength(before + 2);
  });

  it("selects the focused task with x, and leads to the actions with a key", async () => {
    const { user } = await openList(THREE_TASKS);
    screen.getByRole("link", { name: "Bake bread" }).focus();
    await user.keyboard("x");
    expect(ticked()).toEqual(["Bake bread"]);
    await bar();
    await user.keyboard(".");
    expect(await button("Status")).toHaveFocus();
  });

  it("has no checkboxes with a server that implements only the specification", async () => {
    const backend = await openBackend();
    const session = await backend.register();
    backend.answer("GET /api/tasks/search", { tasks: [{ id: 1, title: "Paint" }] });
    backend.answer("GET /api/users", []);
    backend.answer("GET /api/auth/me", session.user);
    await renderApp({ path: "/tasks", as: session, backend });
    await screen.findByRole("heading", { name: "Paint" });
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });
});

async function selectAll({ user }: Pick<App, "user">) {
  for (const { title } of THREE_TASKS) await user.click(box(title));
}

describe("a bulk action on tasks", () => {
  it("changes all selected tasks, and Undo restores the former value of each", async () => {
    const app = await openList(THREE_TASKS);
    await selectAll(app);
    await choose(app, "Priority", "Medium");
    expect(await toast("Priority of 3 tasks changed to Medium")).toBeInTheDocument();
    expect((await saved(app.backend)).map((it) => it.priority)).toEqual(Array(3).fill("Medium"));
    expect(ticked()).toHaveLength(3);
    expect(await button("Priority")).toHaveFocus();
    await app.user.click(undoButton());
    expect(await toast("Change undone")).toBeInTheDocument();
    await waitFor(async () =>
      expect((await saved(app.backend)).map((it) => it.priority)).toEqual(["Low", "High", "High"]),
    );
  });

  it("moves tasks to another status by the call for a move, with one toast", async () => {
    const app = await openList(THREE_TASKS);
    await selectAll(app);
    await choose(app, "Status", "In Progress");
    expect(await toast("2 tasks moved to In Progress")).toBeInTheDocument();
    expect(app.backend.callsOf(MOVE)).toHaveLength(2);
    await app.user.click(undoButton());
    await waitFor(async () =>
      expect((await saved(app.backend)).map(({ status }) => status)).toEqual([
        "Done",
        "In Progress",
        "Todo",
      ]),
    );
  });

  it("unselects the tasks that no longer match the filters", async () => {
    const app = await openList(THREE_TASKS);
    await app.user.selectOptions(screen.getByRole("combobox", { name: "Priority" }), "High");
    await waitFor(() => expect(results().getAllByRole("checkbox")).toHaveLength(2));
    await app.user.click(box("Bake bread"));
    await choose(app, "Priority", "Low");
    expect(await toast("Priority changed to Low")).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Selected tasks" })).not.toBeInTheDocument(),
    );
  });

  it("assigns tasks to the user, who is offered first, to others, or to nobody", async () => {
    const app = await openList(THREE_TASKS);
    await app.user.click(box("Brew tea"));
    await app.user.click(await button("Assignee"));
    const list = within(await screen.findByRole("listbox"));
    const items = list.getAllByRole("option");
    expect(items).toHaveLength(3);
    for (const [index, name] of ["Me", "Unassigned", "Grace Hopper"].entries()) {
      expect(items[index]).toHaveAccessibleName(name);
    }
    await app.user.click(list.getByRole("option", { name: "Me" }));
    expect(await toast("Assignee changed to Ada Lovelace")).toBeInTheDocument();
    await app.user.click(box("Brew tea"));
    await app.user.click(box("Bake bread"));
    await choose(app, "Assignee", "Unassigned");
    expect(await toast("Assignee removed")).toBeInTheDocument();
    const [tea, bread] = await saved(app.backend);
    expect([tea?.assignee_id, bread?.assignee_id]).toEqual([expect.any(String), null]);
  });

  it("sets a due date by the rules of the form", async () => {
    const app = await openList(THREE_TASKS);
    await app.user.click(box("Brew tea"));
    await choose(app, "Due date", "Pick a day…");
    const dialog = within(await screen.findByRole("dialog", { name: "Due date (Brew tea)" }));
    const field = dialog.getByRole("textbox", { name: "Day" });
    expect(field).toHaveFocus();
    await enterText(app.user, field, "2001-01-01");
    await app.user.keyboard("{Enter}");
    expect(field).toBeInvalid();
    await enterText(app.user, field, "8 March 2099");
    await app.user.keyboard("{Enter}");
    expect(await toast("Due date changed to Mar 08, 2099")).toBeInTheDocument();
    expect((await saved(app.backend))[0]?.due_date).toBe("2099-03-08");
  });

  it("reads a due date that is typed in words", async () => {
    const app = await openList(THREE_TASKS);
    await app.user.click(box("Brew tea"));
    await app.user.click(await screen.findByRole("button", { name: "Due date" }));
    const search = await screen.findByRole("combobox", { name: "Search" });
    await app.user.type(search, "yesterday");
    expect(screen.getByText("Nothing matches")).toBeVisible();
    await app.user.clear(search);
    await app.user.type(search, "tomorrow");
    const dialog = within(screen.getByRole("dialog", { name: "Due date (Brew tea)" }));
    expect(dialog.getAllByRole("option").map((it) => it.textContent)).toEqual([
      expect.stringMatching(/^Tomorrow/),
    ]);
    await app.user.clear(search);
    await app.user.type(search, "24 dec 2999{Enter}");
    expect(await toast("Due date changed to Dec 24, 2999")).toBeInTheDocument();
  });

  it("leaves done tasks out of a new due date unless the user ticks them in", async () => {
    const app = await openList(THREE_TASKS);
    await selectAll(app);
    await choose(app, "Due date", /^Tomorrow/);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Change due date" }));
    expect(dialog.getByText(/^3 tasks, 1 of them done\. The due date becomes/)).toBeVisible();
    await app.user.click(dialog.getByRole("checkbox", { name: "Also the one that is done" }));
    expect(dialog.getByRole("button", { name: "Change 3 tasks" })).toBeVisible();
    await app.user.click(dialog.getByRole("checkbox"));
    await app.user.click(dialog.getByRole("button", { name: "Change 2 tasks" }));
    expect(await toast(/^Due date of 2 tasks changed to/)).toBeInTheDocument();
    expect((await saved(app.backend)).map((it) => it.due_date)).toEqual([
      null,
      expect.any(String),
      expect.any(String),
    ]);
  });

  it("asks from 25 tasks on, with their number", async () => {
    const app = await openList(many(25));
    await app.user.click(box("Task number 1"));
    await app.user.click((await bar()).getByRole("checkbox", { name: "Select all 25" }));
    await choose(app, "Priority", "High");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Change priority" }));
    expect(
      dialog.getByText("25 tasks. The priority becomes High. You can undo this."),
    ).toBeVisible();
    await app.user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(await button("Priority")).toHaveFocus();
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 25 tasks" }));
    expect(await toast("Priority of 25 tasks changed to High")).toBeInTheDocument();
  });

  it("offers teams to admins only", async () => {
    const backend = await openBackend();
    const root = await backend.as("admin", { name: "Root", email: "root@example.com" });
    await root.call("POST", "/api/teams", { name: "Harbour" });
    await addTasks(backend, ...THREE_TASKS);
    const app = await renderApp({ path: "/tasks", as: "admin", backend });
    await app.user.click(await screen.findByRole("checkbox", { name: "Select Brew tea" }));
    await choose(app, "Team", "Harbour");
    expect(await toast("Team changed")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Team Harbour" })).toBeInTheDocument();
  });

  it("does not offer teams to members", async () => {
    const { user } = await openList(THREE_TASKS);
    await user.click(box("Brew tea"));
    await button("Status");
    expect((await bar()).queryByRole("button", { name: "Team" })).not.toBeInTheDocument();
  });

  it("Undo never overwrites another user's later change, and says so", async () => {
    const app = await openList(THREE_TASKS);
    await selectAll(app);
    await choose(app, "Priority", "Medium");
    await toast("Priority of 3 tasks changed to Medium");
    const grace = await app.backend.as("member", { email: "eve@example.com" });
    await grace.call("PATCH", `/api/tasks/${app.added[1]?.id}`, { priority: "Low" });
    await app.user.click(undoButton());
    expect(
      await toast(/^(Nothing undone: ".*" has been changed since|Undone, except for 1)/),
    ).toBeInTheDocument();
    await waitFor(async () =>
      expect((await saved(app.backend)).map(({ priority }) => priority)).toEqual([
        "Low",
        "Low",
        "High",
      ]),
    );
  });

  it("names the tasks that failed, and keeps them selected", async () => {
    const app = await openList(THREE_TASKS);
    await selectAll(app);
    app.backend.fail(PATCH, REFUSED, 1);
    await choose(app, "Priority", "Medium");
    expect(await toast("Priority of 2 tasks changed to Medium")).toBeInTheDocument();
    const failed = await toast(/^Failed to change the priority of ".*"\. The disk is full$/);
    const [title = ""] = THREE_TASKS.flatMap((task) =>
      failed.textContent?.includes(`"${task.title}"`) ? task.title : [],
    );
    expect(ticked()).toContain(title);
    await choose(app, "Priority", "Medium");
    await waitFor(async () =>
      expect((await saved(app.backend)).map((it) => it.priority)).toEqual(Array(3).fill("Medium")),
    );
  });
});

describe("deleting selected tasks", () => {
  it("asks members with the specified warning, and has no undo", async () => {
    const app = await openList(THREE_TASKS);
    await app.user.click(box("Brew tea"));
    await app.user.click(await button("Delete"));
    const dialog = within(await screen.findByRole("alertdialog"));
    const question = "Are you sure you want to delete this task? This action cannot be undone.";
    expect(dialog.getByText(question)).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await toast("1 task deleted")).toBeInTheDocument();
    await expectTitles("Buy teapots", "Bake bread");
    expect((await bar()).queryByRole("button", { name: /Undo/ })).not.toBeInTheDocument();
  });

  it("can be undone by admins, which restores the tasks", async () => {
    const app = await openList(THREE_TASKS, "admin");
    await selectAll(app);
    await app.user.click(await button("Delete"));
    const dialog = within(await screen.findByRole("alertdialog"));
    const question =
      "Are you sure you want to delete these 3 tasks? You can undo this, and restore deleted tasks from the audit log for 30 days.";
    expect(dialog.getByText(question)).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await toast("3 tasks deleted")).toBeInTheDocument();
    expect(app.backend.callsOf(RUNS)).toHaveLength(1);
    await app.user.click(await button("Undo deletion of 3"));
    expect(await toast("3 tasks restored")).toBeInTheDocument();
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
  });
});

describe("a change of 500 tasks or more", () => {
  async function openMany() {
    const backend = await openBackend();
    await insertTasks(backend, 520, { priority: "Low" });
    const app = await renderApp({ path: "/tasks", as: "member", backend });
    const [first] = await screen.findAllByRole("checkbox", { name: /^Select Task/ });
    if (first) await app.user.click(first);
    await app.user.click((await bar()).getByRole("checkbox", { name: "Select all 50" }));
    await app.user.click(await button("Select all 520 that match"));
    await (await bar()).findByText("520 selected (470 not shown)");
    return { ...app, backend };
  }

  it("is carried out by the server in one request, and undone there", async () => {
    const app = await openMany();
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 520 tasks" }));
    const progress = await (await bar()).findByRole("progressbar");
    expect(progress).toHaveAccessibleName(/^Changing the priority of \d+ tasks$/);
    expect(await toast("Priority of 520 tasks changed to High")).toBeInTheDocument();
    expect(app.backend.callsOf(RUNS)).toHaveLength(1);
    expect(app.backend.callsOf(PATCH)).toHaveLength(0);
    const priorities = async () =>
      new Set((await saved(app.backend)).map(({ priority }) => priority));
    expect(await priorities()).toEqual(new Set(["High"]));
    expect(ticked()).toEqual([]);
    await app.user.click(await button("Undo change of 520"));
    expect(await toast("520 tasks changed back")).toBeInTheDocument();
    expect(await priorities()).toEqual(new Set(["Low"]));
  });

  it("shows the result of each task, and saves it as CSV", async () => {
    const app = await openMany();
    const [one] = await saved(app.backend);
    await app.backend.db
      .updateTable("tasks")
      .set({ priority: "High" })
      .where("id", "=", one?.id ?? "")
      .execute();
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 520 tasks" }));
    await toast("Priority of 519 tasks changed to High");
    await app.user.click(await button("Result"));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Change the priority of 520 tasks to High" }),
    );
    expect(await dialog.findByText("1 task needed no change")).toBeInTheDocument();
    expect(await dialog.findByRole("list", { name: "Tasks of this action" })).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Download CSV" })).toBeInTheDocument();
  });
});
