import { describe, expect, it, jest } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { boundCommands } from "#lib/commands/useCommand.ts";
import { formatDay, localDay } from "#lib/dates/day.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";
import {
  address,
  addTasks,
  expectTitles,
  many,
  openList,
  results,
  SEARCH,
  searchBox,
  select,
  THREE_TASKS,
  titles,
} from "#testing/screens/taskList.tsx";

describe("the task list", () => {
  it("shows every task as a card with its values, newest first, and their count", async () => {
    const backend = await openBackend();
    const due_date = localDay(new Date(Date.now() + 5 * 86_400_000));
    const pack = {
      title: "Pack",
      description: "x".repeat(101),
      priority: "High",
      due_date,
    } as const;
    await addTasks(backend, ...THREE_TASKS, pack);
    const held = backend.delay(SEARCH, 1);
    const { user } = await renderApp({ path: "/tasks", as: "member", backend });
    expect(await screen.findByText("Loading tasks…")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "All Tasks", level: 1 })).toBeInTheDocument();
    expect(screen.queryByText("No tasks found")).not.toBeInTheDocument();
    held.release();
    await expectTitles("Pack", "Buy teapots", "Bake bread", "Brew tea");
    expect(await screen.findByText("4 total tasks")).toBeInTheDocument();
    expect(screen.queryByText(/^Page /)).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Next" })).not.toBeInTheDocument();

    const card = within(screen.getAllByRole("article")[0] as HTMLElement);
    expect(card.getByText("High")).toBeInTheDocument();
    expect(card.getByText(`${"x".repeat(100)}...`)).toBeInTheDocument();
    expect(screen.getByText(/Due:/)).toHaveTextContent(`Due: ${formatDay(due_date)}`);
    expect(card.getByText("Todo")).toBeInTheDocument();
    expect(await card.findByRole("img", { name: "Grace Hopper" })).toBeInTheDocument();
    expect(card.queryByText("Overdue")).not.toBeInTheDocument();
    await user.click(card.getByRole("link", { name: "Pack" }));
    expect(address()).toMatch(/^\/tasks\/[^/]+$/);
  });

  it("says '10,000+ total tasks' beyond what the server counts, and offers no page past them", async () => {
    const backend = await openBackend();
    const tasks = [{ id: "7", title: "Oldest", priority: "Low" }];
    const pagination = { page: 200, limit: 50, total: 10_000, totalPages: 200, atLeast: true };
    backend.answer(SEARCH, { tasks, pagination }, 1);
    await renderApp({ path: "/tasks?page=200", as: "member", backend });
    expect(await screen.findByText("10,000+ total tasks")).toBeInTheDocument();
    expect(screen.getByText("Page 200 of 200+")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  });
});

describe("an empty task list", () => {
  it("invites the user to create the first task, also on a page beyond it", async () => {
    const { user } = await openList({ path: "/tasks?page=99" });
    expect(await screen.findByText("No tasks found")).toBeInTheDocument();
    expect(await screen.findByText("0 total tasks")).toBeInTheDocument();
    expect(screen.getByText("Create your first task to get started")).toBeInTheDocument();
    expect(screen.queryByText(/Try adjusting/)).not.toBeInTheDocument();
    await waitFor(() => expect(address()).toBe("/tasks"));
    await user.click(screen.getByRole("button", { name: "+ Create Task" }));
    expect(await screen.findByRole("dialog", { name: "Create New Task" })).toBeInTheDocument();
  });

  it("suggests to change the filters of the address, which Reset clears; an error replaces the tasks, and a retry loads them", async () => {
    const { user, backend } = await openList({
      path: "/tasks?search=tea&status=Done&priority=Low&overdue=true&page=nonsense",
      tasks: THREE_TASKS,
    });
    expect(await screen.findByText("No tasks found")).toBeInTheDocument();
    expect(searchBox()).toHaveValue("tea");
    expect(select("Status")).toHaveDisplayValue("Done");
    const advice = "Try adjusting your filters or create a new task";
    expect(screen.getByText(advice)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "+ Create Task" })).not.toBeInTheDocument();
    expect(results().queryByRole("button")).not.toBeInTheDocument();
    await user.type(searchBox(), "pots");
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    expect(address()).toBe("/tasks");
    expect(searchBox()).toHaveValue("");
    expect(select("Status")).toHaveDisplayValue("All Statuses");
    expect(select("Priority")).toHaveDisplayValue("All Priorities");
    expect(screen.queryByText("Overdue")).not.toBeInTheDocument();

    backend.fail(SEARCH, "unreachable", 3);
    await user.selectOptions(select("Status"), "Done");
    expect(await results().findByRole("alert")).toHaveTextContent("Failed to load tasks");
    // The toast, and the message in place of the list.
    await waitFor(() => expect(screen.getAllByText("Failed to load tasks")).toHaveLength(2));
    expect(titles()).toEqual([]);
    expect(screen.queryByText(/total task|No tasks found/)).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await expectTitles("Brew tea");
    expect(results().queryByRole("alert")).not.toBeInTheDocument();
    const error = "This search takes too long. Please search for a longer or rarer text.";
    backend.fail(SEARCH, { status: 422, body: { error } });
    await user.type(searchBox(), "aaab{Enter}");
    expect(await results().findByRole("alert")).toHaveTextContent(error);
    expect(searchBox()).toHaveValue("aaab");
  });
});

it("pages hold 50 tasks each, turn with Previous and Next, and begin again at 1 with every filter change, and with a task that + Add Task creates", async () => {
  const scroll = jest.spyOn(window, "scrollTo");
  const { user } = await openList({ path: "/tasks?page=99", tasks: many(51) });
  // A page beyond the last one shows the last page.
  expect(await screen.findByText("Page 2 of 2")).toBeInTheDocument();
  await expectTitles("Task number 1");
  await waitFor(() => expect(address()).toBe("/tasks?page=2"));
  expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Previous" }));
  await waitFor(() => expect(titles()[0]).toBe("Task number 51"));
  expect(titles()).toHaveLength(50);
  expect(screen.getByText("Page 1 of 2")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
  expect(address()).toBe("/tasks");
  expect(scroll).toHaveBeenLastCalledWith(0, 0);
  expect(screen.getByRole("region", { name: "Tasks" })).toHaveFocus();
  act(() => window.history.back());
  expect(await screen.findByText("Page 2 of 2")).toBeInTheDocument();
  await user.selectOptions(select("Priority"), "Medium");
  expect(await screen.findByText("Page 1 of 2")).toBeInTheDocument();
  expect(address()).toBe("/tasks?priority=Medium");

  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Page 2 of 2")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "+ Add Task" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  await enterText(user, dialog.getByLabelText(/Title/), "The newest");
  await user.click(dialog.getByRole("button", { name: "Create Task" }));
  expect(await screen.findByRole("link", { name: "The newest" })).toBeInTheDocument();
  expect(screen.getByText("Page 1 of 2")).toBeInTheDocument();
  expect(await screen.findByText("52 total tasks")).toBeInTheDocument();
  expect(address()).toBe("/tasks?priority=Medium");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "+ Add Task" })).toHaveFocus();
});

it("a task opens over the list, and Back from it or from another screen returns to the place in the cards and in the table", async () => {
  const { user } = await openList({ path: "/tasks?status=Todo", tasks: many(3) });
  const scrollTo = jest.spyOn(window, "scrollTo");
  const scrollY = jest.replaceProperty(window, "scrollY", 640);
  try {
    for (const layout of ["Cards", "Table"]) {
      await user.click(await screen.findByRole("button", { name: layout }));
      await user.click(await screen.findByRole("link", { name: "Task number 2" }));
      await user.click(await screen.findByRole("button", { name: "Back" }));
      const link = await screen.findByRole("link", { name: "Task number 2" });
      await waitFor(() => expect(link).toHaveFocus());
      expect(address()).toBe("/tasks?status=Todo");
      await user.click(screen.getByRole("link", { name: "Profile" }));
      await waitFor(() =>
        expect(screen.getByRole("heading", { name: "My Profile" })).toHaveFocus(),
      );
      expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
      act(() => window.history.back());
      await screen.findByRole("link", { name: "Task number 2" });
      await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 640));
    }
  } finally {
    scrollY.restore();
    scrollTo.mockRestore();
  }
});

it("the table keeps the focus on a row that a change or its undo takes to another group, whose heading has the number of its rows", async () => {
  const { user } = await openList({ tasks: THREE_TASKS });
  await user.click(await screen.findByRole("button", { name: "Table" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "By due date");
  const groupOf = (link: HTMLElement) => link.closest("tbody")?.querySelector("th")?.textContent;
  const row = () => screen.getByRole("link", { name: "Bake bread" });
  await screen.findByRole("rowheader", { name: "No date 3" });
  expect(groupOf(row())).toBe("No date 3");
  row().focus();
  await waitFor(() => expect(boundCommands()).toContain("cardDue"));
  await user.keyboard("d");
  await user.type(await screen.findByRole("combobox", { name: "Search" }), "24 dec 2999{Enter}");
  await waitFor(() => expect(groupOf(row())).toBe("Later 1"));
  expect(row()).toHaveFocus();
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(groupOf(row())).toBe("No date 3"));
  expect(row()).toHaveFocus();
});

it("a group of the table is closed and opened, and its hidden rows are not selected with all others", async () => {
  const [first, ...others] = THREE_TASKS;
  const tasks = [{ ...first, due_date: "2999-12-24" }, ...others];
  const { user } = await openList({ tasks });
  await user.click(await screen.findByRole("button", { name: "Table" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "By due date");
  const heading = await screen.findByRole("button", { name: "No date 2" });
  await user.click(heading);
  expect(heading).toHaveAttribute("aria-expanded", "false");
  expect(screen.queryByRole("link", { name: "Bake bread" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("checkbox", { name: "Select Brew tea" }));
  expect(await screen.findByRole("checkbox", { name: "Select all 1" })).toBeChecked();
  await user.click(heading);
  expect(screen.getByRole("link", { name: "Bake bread" })).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Select all 3" })).not.toBeChecked();
});
