import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTeam } from "#testing/screens/create.ts";
import { enterText } from "#testing/screens/enterText.ts";
import {
  bar,
  box,
  button,
  choose,
  openList,
  saved,
  selectAll,
  ticked,
  toast,
  undoButton,
} from "#testing/screens/taskBulk.tsx";
import { addTasks, many, results, THREE_TASKS } from "#testing/screens/taskList.tsx";

const PATCH = "PATCH /api/tasks/{id}";
const MOVE = "PATCH /api/kanban/{id}/status";
const REFUSED = { status: 500, body: { error: "The disk is full" } } as const;

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

  it("assigns tasks to the user, who is offered first, to others, or to nobody, and offers a member no teams", async () => {
    const app = await openList(THREE_TASKS);
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
  });

  it("sets a due date that is typed in words or picked, by the rules of the form", async () => {
    const app = await openList(THREE_TASKS);
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

  it("offers an admin the teams", async () => {
    const backend = await openBackend();
    const root = await backend.as("admin", { name: "Root", email: "root@example.com" });
    await createTeam(root, "Harbour");
    await addTasks(backend, ...THREE_TASKS);
    const app = await renderApp({ path: "/tasks", as: "admin", backend });
    await app.user.click(await screen.findByRole("checkbox", { name: "Select Brew tea" }));
    await choose(app, "Team", "Harbour");
    expect(await toast("Team changed")).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Team Harbour" })).toBeInTheDocument();
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
