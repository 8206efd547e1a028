import { describe, expect, it } from "@jest/globals";
import { screen } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { bar, box, button, openList, ticked } from "#testing/screens/taskBulk.tsx";
import { many, SEARCH, THREE_TASKS } from "#testing/screens/taskList.tsx";

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

  it("is cleared by Escape, from a task or from the actions", async () => {
    const { user } = await openList(THREE_TASKS);
    const task = screen.getByRole("link", { name: "Bake bread" });
    task.focus();
    await user.keyboard("x");
    await bar();
    await user.keyboard("{Escape}");
    expect(ticked()).toEqual([]);
    expect(task).toHaveFocus();
    await user.keyboard("x");
    await bar();
    await user.keyboard(".{Escape}");
    expect(ticked()).toEqual([]);
    expect(screen.getByRole("region", { name: "Tasks" })).toHaveFocus();
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
