import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { BoardResponse } from "#contract/shapes/board.ts";
import type { LabelResponse } from "#contract/shapes/label.ts";
import type { TaskPageResponse } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { cardMatcher } from "#features/board/filter/cardMatcher.ts";
import { BOARD_VIEW } from "#features/filters/listQuery.ts";
import { readView } from "#lib/filters/view.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { titles } from "#testing/screens/boardScreen.ts";
import { createTask } from "#testing/screens/create.ts";
import { address, expectTitles } from "#testing/screens/taskList.tsx";

const createLabel = async (by: TestUser, name: string) =>
  ((await by.call("POST", "/api/labels", { name })).body as LabelResponse).label.id;

/** Tasks that are named after their labels. */
async function openScene(backend: Backend, ...sets: string[]) {
  const grace = await backend.as("admin");
  const ids: Record<string, string> = {};
  for (const set of sets) {
    const { id } = await createTask(grace, set || "Without");
    const names = set.split(" + ").filter(Boolean);
    for (const name of names) ids[name] ??= await createLabel(grace, name);
    if (names.length > 0) {
      const labels = { add: names.map((name) => ids[name]) };
      await grace.call("PATCH", `/api/tasks/${id}`, { labels });
    }
    backend.clock.advance(1_000);
  }
  return { grace, ids };
}

test("the board's own filter by labels shows the same tasks as the server finds", async () => {
  const backend = await openBackend();
  const { grace, ids } = await openScene(backend, "Bug", "Docs", "Bug + Docs", "Urgent", "");
  const { board } = (await grace.call("GET", "/api/kanban/board")).body as BoardResponse;
  const tasks = TASK_STATUSES.flatMap((status) => board[status]);
  const { Bug = "", Docs = "", Urgent = "" } = ids;
  for (const label of [
    Bug,
    `${Bug},${Docs}`,
    `${Urgent},none`,
    `${Bug},${Docs},none`,
    "none",
    "gone",
  ]) {
    for (const label_match of ["", "all", "none"]) {
      const search = `?${new URLSearchParams({ label, label_match })}`;
      const found = (await grace.call("GET", `/api/tasks/search${search}`))
        .body as TaskPageResponse;
      const matches = cardMatcher(readView(BOARD_VIEW, search).filters, "2026-03-01");
      const shown = tasks.filter(matches).map(({ title }) => title);
      expect([search, shown.sort()]).toEqual([
        search,
        found.tasks.map(({ title }) => title).sort(),
      ]);
    }
  }
});

test("the list is filtered by any, all or none of some labels, which stand in groups", async () => {
  const backend = await openBackend();
  const { ids } = await openScene(backend, "Bug", "Client: Acme", "Bug + Client: Initech", "");
  const { user } = await renderApp({ path: "/tasks", as: "member", backend });
  await expectTitles("Without", "Bug + Client: Initech", "Client: Acme", "Bug");
  await user.click(await screen.findByRole("button", { name: "More filters" }));
  const labels = within(await screen.findByRole("group", { name: "Labels" }));
  await user.click(await labels.findByRole("button", { name: "Bug" }));
  await expectTitles("Bug + Client: Initech", "Bug");
  const client = within(labels.getByRole("group", { name: "Client" }));
  await user.click(client.getByRole("button", { name: "Initech" }));
  await user.click(labels.getByRole("button", { name: "All of them" }));
  await expectTitles("Bug + Client: Initech");
  await user.click(labels.getByRole("button", { name: "None of them" }));
  await expectTitles("Without", "Client: Acme");
  const { Bug = "", "Client: Initech": initech = "" } = ids;
  expect(address()).toBe(`/tasks?label=${Bug}%2C${initech}&label_match=none`);
  await user.keyboard("{Escape}");
  expect(
    screen.getByRole("button", { name: "Remove filter: Without Bug or Client: Initech" }),
  ).toBeVisible();
});

test("the filter of a deleted label is marked, matches nothing, and can be removed", async () => {
  const backend = await openBackend();
  const { grace, ids } = await openScene(backend, "Bug", "");
  await grace.call("DELETE", `/api/labels/${ids["Bug"]}`);
  const { user } = await renderApp({
    path: `/kanban?label=${ids["Bug"]}`,
    as: "member",
    backend,
  });
  const chip = await screen.findByRole("button", { name: "Remove filter: Label a deleted label" });
  expect(titles("To Do")).toEqual([]);
  await user.click(chip);
  await waitFor(() => expect(titles("To Do")).toHaveLength(2));
});

test("My work is filtered by labels, in the address and with a chip", async () => {
  const backend = await openBackend();
  const session = await backend.register({ role: "member" });
  const grace = await backend.as("admin");
  const bug = await createLabel(grace, "Bug");
  for (const title of ["First", "Second"]) {
    const { id } = await createTask(grace, title, { assignee_id: session.user.id });
    if (title === "First")
      await grace.call("PATCH", `/api/tasks/${id}`, { labels: { add: [bug] } });
  }
  const { user } = await renderApp({ path: "/my-work", as: session, backend });
  expect(await screen.findByRole("link", { name: "Second" })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Labels" }));
  await user.click(await screen.findByRole("button", { name: "Bug" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Second" })).toBeNull());
  expect(screen.getByRole("link", { name: "First" }).closest("li")).toHaveTextContent(
    "Labels: Bug",
  );
  expect(address()).toBe(`/my-work?label=${bug}`);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Remove filter: Label Bug" }));
  expect(await screen.findByRole("link", { name: "Second" })).toBeVisible();
});

test("the table is sorted and grouped by label, and shows a group of labels as a column", async () => {
  const backend = await openBackend();
  await openScene(backend, "Client: Initech", "Bug + Client: Acme", "", "Docs");
  const { user } = await renderApp({ path: "/tasks", as: "member", backend });
  await user.click(await screen.findByRole("button", { name: "Table" }));
  const table = within(await screen.findByRole("table", { name: "Tasks" }));
  await user.click(await table.findByRole("button", { name: "Labels" }));
  await waitFor(() =>
    expect(table.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Bug + Client: Acme",
      "Client: Initech",
      "Docs",
      "Without",
    ]),
  );
  await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "label");
  const headings = await table.findAllByRole("button", { expanded: true });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "Bug 1",
    "Client: Initech 1",
    "Docs 1",
    "No labels 1",
  ]);
  await user.click(screen.getByRole("button", { name: "Table options" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "Client" }));
  expect(await table.findByRole("columnheader", { name: "Client" })).toBeVisible();
  const row = within(table.getByRole("row", { name: /^Select Bug/ }));
  expect(row.getAllByRole("cell").at(-1)).toHaveTextContent("Acme");
});
