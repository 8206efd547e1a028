import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTeam } from "#testing/screens/create.ts";
import { enterText } from "#testing/screens/enterText.ts";
import {
  bar,
  box,
  button,
  buttonsOf,
  choose,
  saved,
  selectAll,
  ticked,
  toast,
  undoButton,
} from "#testing/screens/taskBulk.tsx";
import { addTasks, expectTitles, many, openList, THREE_TASKS } from "#testing/screens/taskList.tsx";

const PATCH = "PATCH /api/tasks/{id}";
const MOVE = "PATCH /api/kanban/{id}/status";
const REFUSED = { status: 500, body: { error: "The disk is full" } } as const;

describe("a bulk action on tasks", () => {
  it("changes all selected tasks, with an Undo that restores each value, and keeps failed tasks selected, but not those that no longer match the filters", async () => {
    const app = await openList({ tasks: THREE_TASKS });
    await selectAll(app);
    await choose(app, "Priority", "Medium");
    expect(await toast("Priority of 3 tasks changed to Medium")).toBeInTheDocument();
    expect((await saved(app.backend)).map((it) => it.priority)).toEqual(Array(3).fill("Medium"));
    expect(ticked()).toHaveLength(3);
    // Enter must not open the picker again.
    expect(box("Buy teapots")).toHaveFocus();
    await app.user.click(undoButton());
    expect(await toast("Change undone")).toBeInTheDocument();
    await waitFor(async () =>
      expect((await saved(app.backend)).map((it) => it.priority)).toEqual(["Low", "High", "High"]),
    );

    // A status changes by the call for a move.
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

    await app.user.selectOptions(screen.getByRole("combobox", { name: "Priority" }), "Medium");
    await app.user.click(await screen.findByRole("checkbox", { name: "Select Bake bread" }));
    await choose(app, "Priority", "Low");
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Selected tasks" })).not.toBeInTheDocument(),
    );
  });

  it("of a member assigns tasks to the user, who is offered first, or to nobody, offers no teams, and deletes with the specified warning, without undo", async () => {
    const app = await openList({ tasks: THREE_TASKS });
    await app.user.click(box("Brew tea"));
    await app.user.click(await button("Assignee"));
    const list = within(await screen.findByRole("listbox"));
    const items = list.getAllByRole("option");
    expect(items).toHaveLength(3);
    for (const [index, name] of ["Me", "Unassigned", "Grace Hopper"].entries()) {
      expect(items[index]).toHaveAccessibleName(name);
    }
    expect((await bar()).queryByRole("button", { name: "Team" })).not.toBeInTheDocument();
    await app.user.click(list.getByRole("option", { name: "Me" }));
    expect(await toast("Assignee changed to Ada Lovelace")).toBeInTheDocument();
    await app.user.click(box("Brew tea"));
    await app.user.click(box("Bake bread"));
    await choose(app, "Assignee", "Unassigned");
    expect(await toast("Assignee removed")).toBeInTheDocument();
    const [tea, bread] = await saved(app.backend);
    expect([tea?.assignee_id, bread?.assignee_id]).toEqual([expect.any(String), null]);

    await app.user.click(await button("Delete"));
    const dialog = within(await screen.findByRole("alertdialog"));
    const question = "Are you sure you want to delete this task? This action cannot be undone.";
    expect(dialog.getByText(question)).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Delete" }));
    const [dismiss, ...others] = await buttonsOf("1 task deleted");
    expect(dismiss).toHaveAccessibleName("Dismiss");
    expect(others).toEqual([]);
    await expectTitles("Buy teapots", "Brew tea");
    expect(screen.queryByRole("region", { name: "Selected tasks" })).not.toBeInTheDocument();
  });

  it("sets a due date that is typed in words or picked, by the rules of the form, and leaves done tasks out unless the user ticks them in", async () => {
    const app = await openList({ tasks: THREE_TASKS });
    await app.user.click(box("Brew tea"));
    await app.user.click(await screen.findByRole("button", { name: "Due date" }));
    const search = await screen.findByRole("combobox", { name: "Search" });
    await app.user.type(search, "yesterday");
    expect(screen.getByText("Nothing matches")).toBeVisible();
    await app.user.clear(search);
    await app.user.type(search, "24 dec 2999{Enter}");
    expect(await toast("Due date changed to Dec 24, 2999")).toBeInTheDocument();

    await choose(app, "Due date", "Pick a day…");
    const dialog = within(await screen.findByRole("dialog", { name: "Due date (Brew tea)" }));
    const field = dialog.getByRole("textbox", { name: "Day" });
    await waitFor(() => expect(field).toHaveFocus());
    await enterText(app.user, field, "2001-01-01");
    await app.user.keyboard("{Enter}");
    expect(field).toBeInvalid();
    await enterText(app.user, field, "8 March 2099");
    await app.user.keyboard("{Enter}");
    expect(await toast("Due date changed to Mar 08, 2099")).toBeInTheDocument();
    expect((await saved(app.backend))[0]?.due_date).toBe("2099-03-08");

    await app.user.click(box("Bake bread"));
    await app.user.click(box("Buy teapots"));
    await choose(app, "Due date", /^Tomorrow/);
    const question = within(await screen.findByRole("alertdialog", { name: "Change due date" }));
    expect(question.getByText(/^3 tasks, 1 of them done\. The due date becomes/)).toBeVisible();
    await app.user.click(question.getByRole("checkbox", { name: "Also the one that is done" }));
    expect(question.getByRole("button", { name: "Change 3 tasks" })).toBeVisible();
    await app.user.click(question.getByRole("checkbox"));
    await app.user.click(question.getByRole("button", { name: "Change 2 tasks" }));
    expect(await toast(/^Due date of 2 tasks changed to/)).toBeInTheDocument();
    const days = (await saved(app.backend)).map((it) => it.due_date);
    expect(days).toEqual(["2099-03-08", days[1], days[1]]);
    expect(days[1]).not.toBeNull();
  });

  it("asks from 25 tasks on, with their number", async () => {
    const app = await openList({ tasks: many(25) });
    await app.user.click(box("Task number 1"));
    await app.user.click((await bar()).getByRole("checkbox", { name: "Select all 25" }));
    await choose(app, "Priority", "High");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Change priority" }));
    expect(
      dialog.getByText("25 tasks. The priority becomes High. You can undo this."),
    ).toBeVisible();
    await app.user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(box("Task number 1")).toHaveFocus();
    await choose(app, "Priority", "High");
    await app.user.click(await screen.findByRole("button", { name: "Change 25 tasks" }));
    expect(await toast("Priority of 25 tasks changed to High")).toBeInTheDocument();
  });

  it("of an admin changes the team, and deletes: the selection and its bar go, and the toast has an Undo that restores the tasks", async () => {
    const backend = await openBackend();
    const root = await backend.as("admin", { name: "Root", email: "root@example.com" });
    await createTeam(root, "Harbour");
    await addTasks(backend, ...THREE_TASKS);
    const app = await renderApp({ path: "/tasks", as: "admin", backend });
    await app.user.click(await screen.findByRole("checkbox", { name: "Select Brew tea" }));
    await choose(app, "Team", "Harbour");
    expect(await toast("Team changed")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Team Harbour" })).toBeInTheDocument();

    await app.user.click(box("Bake bread"));
    await app.user.click(await button("Delete"));
    const dialog = within(await screen.findByRole("alertdialog"));
    const question =
      "Are you sure you want to delete these 2 tasks? You can undo this, and restore deleted tasks from the audit log for 30 days.";
    expect(dialog.getByText(question)).toBeInTheDocument();
    await app.user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await toast("2 tasks deleted")).toBeInTheDocument();
    expect(backend.callsOf("POST /api/task-runs")).toHaveLength(1);
    await expectTitles("Buy teapots");
    expect(screen.queryByRole("region", { name: "Selected tasks" })).toBeNull();
    expect(screen.getByRole("region", { name: "Tasks" })).toHaveFocus();
    const [undo] = await buttonsOf("2 tasks deleted");
    expect(undo).toHaveAccessibleName("Undo");
    await app.user.click(undo ?? document.body);
    expect(await toast("2 tasks restored")).toBeInTheDocument();
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
  });
});
