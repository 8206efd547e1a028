import { describe, expect, it } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { AppStore } from "#app/store.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import {
  address,
  addTasks,
  expectTitles,
  openList,
  SEARCH,
  searchBox,
  select,
  THREE_TASKS,
  titles,
} from "#testing/screens/taskList.tsx";

/** Waits until the cache has the results of all calls. */
const untilNoCallIsPending = (store: AppStore) =>
  waitFor(() => {
    const calls = Object.values(store.getState().api.queries);
    expect(calls.map((call) => call?.status)).not.toContain("pending");
  });

describe("filters of the task list", () => {
  it("search after a pause in typing or at once on Enter, replace the history entry, offer priorities, statuses and people, and combine", async () => {
    const { user, backend } = await openList({ tasks: THREE_TASKS });
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    const steps = window.history.length;
    const before = backend.callsOf(SEARCH).length;
    await user.type(searchBox(), "tea");
    await expectTitles("Buy teapots", "Brew tea");
    expect(backend.callsOf(SEARCH)).toHaveLength(before + 1);
    expect(address()).toBe("/tasks?search=tea");
    expect(window.history.length).toBe(steps);
    expect(await screen.findByText("2 total tasks")).toBeInTheDocument();
    await user.type(searchBox(), "pots{Enter}");
    expect(address()).toBe("/tasks?search=teapots");
    await expectTitles("Buy teapots");
    await waitFor(() => expect(screen.getByRole("link", { name: "Buy teapots" })).toHaveFocus());
    // Arrows lead to the next ones.
    await user.clear(searchBox());
    await user.type(searchBox(), "{ArrowDown}");
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    await user.keyboard("{ArrowRight}");
    expect(screen.getByRole("link", { name: "Bake bread" })).toHaveFocus();
    await user.keyboard("{Home}");
    expect(screen.getByRole("link", { name: "Buy teapots" })).toHaveFocus();

    await screen.findByRole("option", { name: "Grace Hopper" });
    const options = (name: string) =>
      within(select(name))
        .getAllByRole("option")
        .map((it) => it.textContent);
    expect(options("Priority")).toEqual(["All Priorities", "Low", "Medium", "High"]);
    expect(options("Status")).toEqual(["All Statuses", "Todo", "In Progress", "Done"]);
    expect(options("Assignee")).toEqual(["All Assignees", "Ada Lovelace", "Grace Hopper"]);
    await user.selectOptions(select("Priority"), "High");
    await expectTitles("Buy teapots", "Bake bread");
    await user.selectOptions(select("Status"), "In Progress");
    await expectTitles("Bake bread");
    await user.selectOptions(select("Assignee"), "Ada Lovelace");
    expect(await screen.findByText("No tasks found")).toBeInTheDocument();
    await user.selectOptions(select("Assignee"), "Grace Hopper");
    await expectTitles("Bake bread");
    const chips = within(screen.getByRole("list", { name: "Filters" })).getAllByRole("button");
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      "Remove filter: Grace Hopper",
      "Remove filter: High priority",
      "Remove filter: In Progress",
    ]);
  });

  it("follow Back and Forward, also from a task, and the menu's link to the list clears them", async () => {
    const { user } = await openList({ tasks: THREE_TASKS });
    await user.selectOptions(await screen.findByRole("combobox", { name: "Status" }), "Done");
    await expectTitles("Brew tea");
    await user.selectOptions(select("Priority"), "Low");
    await waitFor(() => expect(address()).toBe("/tasks?priority=Low&status=Done"));
    await user.click(await screen.findByRole("link", { name: "Brew tea" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Brew tea" })).toBeVisible();
    act(() => window.history.back());
    await expectTitles("Brew tea");
    expect(select("Priority")).toHaveDisplayValue("Low");
    act(() => window.history.back());
    await waitFor(() => expect(select("Priority")).toHaveDisplayValue("All Priorities"));
    expect(select("Status")).toHaveDisplayValue("Done");
    act(() => window.history.back());
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    act(() => window.history.forward());
    await expectTitles("Brew tea");
    expect(address()).toBe("/tasks?status=Done");
    await user.click(screen.getByRole("link", { name: "Tasks" }));
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    expect(select("Status")).toHaveDisplayValue("All Statuses");
  });

  it("from a dashboard link show as removable chips", async () => {
    const backend = await openBackend();
    const [late] = await addTasks(
      backend,
      ...THREE_TASKS.map((it) => ({ ...it, status: "Todo" as const })),
    );
    const dueIn = { due_date: "2026-01-05" };
    await backend.db
      .updateTable("tasks")
      .set(dueIn)
      .where("id", "=", late?.id ?? "")
      .execute();
    const { user } = await renderApp({
      path: "/tasks?overdue=true&due=2026-01-05",
      as: "member",
      backend,
    });
    await expectTitles("Brew tea");
    expect(await screen.findByText("1 total task")).toBeInTheDocument();
    expect(within(screen.getByRole("article")).getByText("Overdue")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Remove filter: Overdue" }));
    expect(address()).toBe("/tasks?due=2026-01-05");
    expect(screen.getByRole("region", { name: "Tasks" })).toHaveFocus();
    await user.click(
      screen.getByRole("button", { name: "Remove filter: Open and due Jan 05, 2026" }),
    );
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    expect(screen.queryByRole("button", { name: /Remove filter/ })).not.toBeInTheDocument();
  });

  it("ignore a late response to an older query, and its late failure", async () => {
    const { user, backend, store } = await openList({ tasks: THREE_TASKS });
    await expectTitles("Buy teapots", "Bake bread", "Brew tea");
    const held = backend.delay(SEARCH, 1);
    await user.selectOptions(select("Status"), "Done");
    await held.arrived;
    expect(titles()).toEqual(["Buy teapots", "Bake bread", "Brew tea"]);
    expect(screen.getByRole("list", { busy: true })).toBeInTheDocument();
    await user.selectOptions(select("Status"), "In Progress");
    await expectTitles("Bake bread");
    held.release();
    await untilNoCallIsPending(store);
    expect(titles()).toEqual(["Bake bread"]);
    expect(await screen.findByText("1 total task")).toBeInTheDocument();

    const late = Promise.withResolvers<Response>();
    const send = globalThis.fetch;
    globalThis.fetch = () => late.promise;
    await user.selectOptions(select("Priority"), "Low");
    globalThis.fetch = send;
    await user.selectOptions(select("Priority"), "High");
    await expectTitles("Bake bread");
    late.resolve(new Response("{}", { status: 500 }));
    await untilNoCallIsPending(store);
    expect(screen.queryByText("Failed to load tasks")).not.toBeInTheDocument();
    expect(titles()).toEqual(["Bake bread"]);
  });
});
