import { describe, expect, it, jest } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
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
  it("shows every task as a card, newest first, and their count", async () => {
    const backend = await openBackend();
    await addTasks(backend, ...THREE_TASKS);
    const held = backend.delay(SEARCH, 1);
    await renderApp({ path: "/tasks", as: "member", backend });
    expect(await screen.findByText("Loading tasks…")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "All Tasks", level: 1 })).toBeInTheDocument();
    expect(screen.queryByText("No tasks found")).not.toBeInTheDocument();
    held.release();
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    expect(await screen.findByText("3 total tasks")).toBeInTheDocument();
    expect(screen.queryByText(/Due:/)).not.toBeInTheDocument();
    expect(screen.queryByText(/^Page /)).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Next" })).not.toBeInTheDocument();
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

  it("shows why a slow search is refused, and keeps the input", async () => {
    const backend = await openBackend();
    const error = "This search takes too long. Please search for a longer or rarer text.";
    backend.fail(SEARCH, { status: 422, body: { error } });
    await renderApp({ path: "/tasks?search=aaab", as: "member", backend });
    expect(await results().findByRole("alert")).toHaveTextContent(error);
    expect(searchBox()).toHaveValue("aaab");
  });

  it("shows title, priority, status, due day, assignee and 100 characters of the description, and opens the task", async () => {
    const due_date = localDay(new Date(Date.now() + 5 * 86_400_000));
    const { user } = await openList({
      tasks: [{ title: "Pack", description: "x".repeat(101), priority: "High", due_date }],
    });
    expect(await screen.findByText("1 total task")).toBeInTheDocument();
    const card = await screen.findByRole("article");
    expect(within(card).getByText("High")).toBeInTheDocument();
    expect(within(card).getByText(`${"x".repeat(100)}...`)).toBeInTheDocument();
    expect(within(card).getByText(`Due: ${formatDay(due_date)}`)).toBeInTheDocument();
    expect(within(card).getByText("Todo")).toBeInTheDocument();
    expect(await within(card).findByRole("img", { name: "Grace Hopper" })).toBeInTheDocument();
    expect(within(card).queryByText("Overdue")).not.toBeInTheDocument();
    await user.click(within(card).getByRole("link", { name: "Pack" }));
    expect(address()).toMatch(/^\/tasks\/[^/]+$/);
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

  it("with the filters of the address, suggests to change them, and Reset clears them and the search box", async () => {
    const { user } = await openList({
      path: "/tasks?search=tea&status=Done&priority=Low&overdue=true&page=nonsense",
      tasks: [...THREE_TASKS],
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
  });
});

it("pages hold 50 tasks each, turn with Previous and Next, and begin again at 1 with every filter change", async () => {
  const scroll = jest.spyOn(window, "scrollTo");
  const { user } = await openList({ path: "/tasks?page=99", tasks: many(101) });
  // A page beyond the last one shows the last page.
  expect(await screen.findByText("Page 3 of 3")).toBeInTheDocument();
  await expectTitles("Task number 1");
  await waitFor(() => expect(address()).toBe("/tasks?page=3"));
  expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Previous" }));
  expect(await screen.findByText("Page 2 of 3")).toBeInTheDocument();
  await waitFor(() => expect(titles()[0]).toBe("Task number 51"));
  expect(titles()).toHaveLength(50);
  expect(address()).toBe("/tasks?page=2");
  expect(scroll).toHaveBeenLastCalledWith(0, 0);
  expect(screen.getByRole("region", { name: "Tasks" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Previous" }));
  await waitFor(() => expect(titles()[0]).toBe("Task number 101"));
  expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Page 2 of 3")).toBeInTheDocument();
  act(() => window.history.back());
  expect(await screen.findByText("Page 1 of 3")).toBeInTheDocument();
  act(() => window.history.forward());
  expect(await screen.findByText("Page 2 of 3")).toBeInTheDocument();
  await user.selectOptions(select("Priority"), "Medium");
  expect(await screen.findByText("Page 1 of 3")).toBeInTheDocument();
  expect(address()).toBe("/tasks?priority=Medium");
});

it("an error replaces the tasks shown before, and a retry loads the list", async () => {
  const { user, backend } = await openList({ tasks: [...THREE_TASKS] });
  await expectTitles("Buy teapots", "Bake bread", "Brew tea");
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
});

it("+ Add Task opens the form, and shows the created task first on page 1", async () => {
  const { user } = await openList({ path: "/tasks?page=2", tasks: many(51) });
  expect(await screen.findByText("Page 2 of 2")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "+ Add Task" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  await enterText(user, dialog.getByLabelText(/Title/), "The newest");
  await user.click(dialog.getByRole("button", { name: "Create Task" }));
  expect(await screen.findByRole("link", { name: "The newest" })).toBeInTheDocument();
  expect(screen.getByText("Page 1 of 2")).toBeInTheDocument();
  expect(await screen.findByText("52 total tasks")).toBeInTheDocument();
  expect(address()).toBe("/tasks");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "+ Add Task" })).toHaveFocus();
});

describe("the way through the task list", () => {
  it("Enter in the search leads to the first hit once it is there, and arrows to the next", async () => {
    const { user } = await openList({ tasks: [{ title: "Brew tea" }, { title: "Bake bread" }] });
    await screen.findByText("2 total tasks");
    await user.type(searchBox(), "tea{Enter}");
    await waitFor(() => expect(screen.getByRole("link", { name: "Brew tea" })).toHaveFocus());
    await user.clear(searchBox());
    await user.type(searchBox(), "{ArrowDown}");
    await waitFor(() => expect(screen.getByRole("link", { name: "Bake bread" })).toHaveFocus());
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("link", { name: "Brew tea" })).toHaveFocus();
    await user.keyboard("{Home}");
    expect(screen.getByRole("link", { name: "Bake bread" })).toHaveFocus();
  });

  it.each(["Cards", "Table"])("Back from a task returns to its place in the %s", async (layout) => {
    const { user } = await openList({ path: "/tasks?status=Todo", tasks: many(3) });
    await user.click(await screen.findByRole("button", { name: layout }));
    const scrollTo = jest.spyOn(window, "scrollTo");
    const scrollY = jest.replaceProperty(window, "scrollY", 640);
    try {
      await user.click(await screen.findByRole("link", { name: "Task number 2" }));
      await user.click(await screen.findByRole("button", { name: "Back" }));
      const link = await screen.findByRole("link", { name: "Task number 2" });
      await waitFor(() => expect(link).toHaveFocus());
      expect(scrollTo).toHaveBeenLastCalledWith(0, 640);
      expect(address()).toBe("/tasks?status=Todo");
      // The menu leads to the list's beginning.
      await user.click(link);
      await user.click(await screen.findByRole("link", { name: "Tasks" }));
      await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
      expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    } finally {
      scrollY.restore();
      scrollTo.mockRestore();
    }
  });
});
