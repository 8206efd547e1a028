import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { ImportResponse } from "#contract/shapes/imports.ts";
import type { UserRunItemsResponse, UserRunResponse } from "#contract/shapes/run.ts";
import type { TestUser } from "#server/testing/server.ts";
import { addTasks } from "#server/testing/taskRuns.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const ITEMS = "GET /api/user-runs/{id}/items";

let backend: Backend;
let grace: TestUser;
let ids: string[];

/** Grace, an admin, and three members, of whom Cleo is inactive. */
beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("admin", { name: "Grace Hopper", email: "grace@example.com" });
  ids = [grace.user.id];
  for (const name of ["Anton", "Bea", "Cleo"]) {
    const email = `${name.toLowerCase()}@example.com`;
    const is_active = name === "Cleo" ? 0 : 1;
    const { user } = await backend.as("member", { name, email, is_active });
    ids.push(user.id);
  }
});

afterEach(() => void jest.restoreAllMocks());

/** Grace runs a bulk action on all users. She is left out, because it is her own account. */
async function startRun(action = "deactivate"): Promise<string> {
  const body = { action, user_ids: ids.join(","), confirm_count: action === "delete" ? 3 : 2 };
  const answer = await grace.call("POST", "/api/user-runs", body);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as UserRunResponse).run.id;
}

async function openParts() {
  const app = await renderApp({ path: "/audit", as: "admin", backend });
  const opener = await screen.findByRole("button", { name: /^Results/ });
  expect(opener).toHaveAttribute("aria-expanded", "false");
  opener.focus();
  await app.user.keyboard("{Enter}");
  expect(opener).toHaveAttribute("aria-expanded", "true");
  return { ...app, opener };
}

const findParts = async () =>
  within(await screen.findByRole("list", { name: "Users of this action" }));
const texts = async () =>
  (await findParts()).queryAllByRole("listitem").map((item) => item.textContent);

test("an entry of a bulk action opens into its users, their results and reasons", async () => {
  await startRun();
  const { user, opener } = await openParts();
  await waitFor(async () =>
    expect(await texts()).toEqual([
      "Grace Hopper grace@example.comYour own accountLeft out",
      "Anton anton@example.comDone",
      "Bea bea@example.comDone",
      "Cleo cleo@example.comAlready so",
    ]),
  );
  expect((await findParts()).getByRole("link", { name: "Bea" })).toHaveAttribute(
    "href",
    "/users?search=bea%40example.com",
  );
  const select = await screen.findByRole("combobox", { name: "Result" });
  expect(
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["All results (4)", "Done (2)", "Already so (1)", "Left out (1)"]);
  await user.selectOptions(select, "Done (2)");
  await waitFor(async () =>
    expect(await texts()).toEqual(["Anton anton@example.comDone", "Bea bea@example.comDone"]),
  );
  await user.click(opener);
  expect(screen.queryByRole("list", { name: "Users of this action" })).toBeNull();
});

test("deleted users of a bulk action are no links", async () => {
  await startRun("delete");
  await openParts();
  await waitFor(async () => expect(await texts()).toHaveLength(4));
  expect((await findParts()).queryByRole("link")).toBeNull();
});

test("the entry of a bulk deletion of tasks restores one task, then the others, and keeps the focus", async () => {
  const bob = await backend.as("member", { name: "Bob Stone" });
  const task_ids = (await addTasks(backend, 3)).join();
  await bob.call("POST", "/api/task-runs", { action: "delete", task_ids });
  const { user } = await openParts();
  const shown = async () =>
    within(await screen.findByRole("list", { name: "Tasks of this action" }))
      .queryAllByRole("listitem")
      .map((item) => item.textContent);
  await waitFor(async () =>
    expect(await shown()).toEqual(["0", "1", "2"].map((name) => `Task ${name} DoneRestore`)),
  );
  await user.click(screen.getByRole("button", { name: "Restore Task 1" }));
  await waitFor(async () =>
    expect(await shown()).toEqual(["Task 0 DoneRestore", "Task 1 Done", "Task 2 DoneRestore"]),
  );
  expect(document.activeElement).toHaveTextContent("Task 1");
  await user.click(screen.getByRole("button", { name: "Undo deletion of 3" }));
  const toasts = within(screen.getByRole("region", { name: "Notifications" }));
  expect(await toasts.findByText(/^2 tasks restored/)).toBeVisible();
  await waitFor(async () => expect(await shown()).not.toContain("Task 0 DoneRestore"));
  expect(screen.getByRole("list", { name: "Tasks of this action" })).toHaveFocus();
  const tasks = await backend.db.selectFrom("tasks").select("title").orderBy("title").execute();
  expect(tasks.map(({ title }) => title)).toEqual(["Task 0", "Task 1", "Task 2"]);
});

test("the entry of an import leads to its result", async () => {
  const { body } = await grace.call("POST", "/api/imports", "Title\nImported");
  const { id } = (body as ImportResponse).import;
  await grace.call("POST", `/api/imports/${id}/run`, {});
  await renderApp({ path: "/audit", as: "admin", backend });
  const link = await screen.findByRole("link", { name: "Results of the import" });
  expect(link).toHaveAttribute("href", `/import?id=${id}`);
});

test("a long bulk action shows further users at a press of a button", async () => {
  await startRun();
  const page = (from: number, left: boolean): UserRunItemsResponse => ({
    left,
    items: [0, 1].map((index) => ({
      position: from + index,
      user: { id: `u${from + index}`, name: `User ${from + index}`, email: "" },
      result: "refused",
      reason: "The last active admin",
    })),
  });
  backend.answer(ITEMS, page(1, true), 1);
  const { user } = await openParts();
  const more = await screen.findByRole("button", { name: "Show more users" });
  backend.answer(ITEMS, page(3, false), 1);
  await user.click(more);
  await waitFor(async () => expect(await texts()).toHaveLength(4));
  expect(await screen.findByText("2 more users shown")).toBeInTheDocument();
  expect(backend.callsOf(ITEMS)).toHaveLength(2);
});

test("shows an error if the results fail to load, and after a retry that the server has deleted them", async () => {
  const id = await startRun();
  backend.fail(ITEMS, { status: 500, body: { error: "Broken" } });
  const { user } = await openParts();
  expect(await screen.findByText("Failed to load the results")).toBeVisible();
  await backend.db.deleteFrom("run_items").where("run_id", "=", id).execute();
  await backend.db.deleteFrom("runs").where("id", "=", id).execute();
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  const gone = "The server no longer has the results of this action.";
  expect(await screen.findByText(gone)).toBeInTheDocument();
});
