import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { addDays } from "#contract/calendar.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { today } from "#lib/dates/day.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, readTask } from "#testing/screens/create.ts";

const SEARCH = "GET /api/tasks/search";

let backend: Backend;
let session: SessionResponse;

beforeEach(async () => {
  backend = await openBackend();
  session = await backend.register({ role: "member" });
});

async function add(
  title: string,
  days: number | null,
  assignee_id: string | null = session.user.id,
) {
  const author = await backend.as("member", { name: "Grace Hopper" });
  const due_date = days === null ? null : addDays(today(), days);
  const { id } = await createTask(author, title, { assignee_id });
  // The server refuses past days.
  await backend.db.updateTable("tasks").set({ due_date }).where("id", "=", id).execute();
  return id;
}

const open = (path = "/") => renderApp({ path, as: session, backend });
const region = () => screen.findByRole("region", { name: "My work" });
/** The card, once its code and its tasks have arrived. */
async function work() {
  await region();
  await waitFor(() => expect(screen.queryByText("Loading your tasks…")).toBeNull());
  return within(await region());
}
const rows = async (group: RegExp) =>
  within(await (await work()).findByRole("region", { name: group }))
    .getAllByRole("listitem")
    .map((row) => within(row).getByRole("link").textContent);

test("a task is done, prioritised and given to somebody else in place", async () => {
  const id = await add("Now", 0);
  await add("Soon", 1);
  const kim = await backend.as("member", { name: "Kim Lee" });
  const { user } = await open();
  // The list replaces its outline, so a region that was found before may be gone.
  const [priority] = await screen.findAllByTitle("Change priority");
  if (priority) await user.click(priority);
  await user.click(await screen.findByRole("option", { name: "High" }));
  await waitFor(() =>
    expect(backend.callsOf("PATCH /api/tasks/{id}").at(-1)?.body).toEqual({ priority: "High" }),
  );
  await user.click((await work()).getByRole("button", { name: "Done: Now" }));
  await waitFor(async () => {
    const task = await readTask(await backend.as("member"), id);
    expect(task).toMatchObject({ status: "Done", priority: "High" });
  });
  await waitFor(async () => expect((await work()).queryByText("Now")).toBeNull());

  const button = await (await work()).findByTitle("Change assignee");
  expect(button).toHaveAccessibleName("Ada Lovelace");
  await user.click(button);
  await user.click(await screen.findByRole("option", { name: "Kim Lee" }));
  await waitFor(() =>
    expect(backend.callsOf("PATCH /api/tasks/{id}").at(-1)?.body).toEqual({
      assignee_id: kim.user.id,
    }),
  );
  await waitFor(async () => expect((await work()).queryByText("Now")).toBeNull());
});

test("lists one's own open tasks by when they are due, and those without a date, counts each group exactly if there are more than fit a response, and links to all", async () => {
  await add("Now", 0);
  await add("Undated", null);
  await add("Of another", 0, (await backend.as("member")).user.id);
  for (const [title, days] of [
    ["Far", 60],
    ["Late", -1],
  ] as const) {
    const id = await add(title, days);
    const task = await backend.db
      .selectFrom("tasks")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 100 }, (_none, at) => ({ ...task, id: `${title}-${at}` }));
    await backend.db.insertInto("tasks").values(copies).execute();
  }
  await open();
  expect(await rows(/^Overdue 101$/)).toHaveLength(5);
  expect(await rows(/^Today 1$/)).toEqual(["Now"]);
  expect(await rows(/^Later 101$/)).toHaveLength(5);
  expect(await rows(/^No date 1$/)).toEqual(["Undated"]);
  expect((await work()).getByRole("link", { name: "View all 101 of Later" })).toBeVisible();
  expect((await work()).getByRole("link", { name: "View all 101 of Overdue" })).toHaveAttribute(
    "href",
    `/tasks?assignee=${session.user.id}&overdue=true`,
  );
});

test("lists the open tasks that one has given to others, until they are done", async () => {
  const kim = await backend.as("member", { name: "Kim Lee" });
  const give = async (title: string, assignee_id: string | null, status: "Todo" | "Done") => {
    const id = await add(title, 0, assignee_id);
    const given = { created_by: session.user.id, status };
    await backend.db.updateTable("tasks").set(given).where("id", "=", id).execute();
  };
  await give("Of Kim", kim.user.id, "Todo");
  await give("Done by Kim", kim.user.id, "Done");
  await give("Of nobody", null, "Todo");
  await add("Of Kim by Grace", 0, kim.user.id);
  const { user } = await open();
  expect(await rows(/^Waiting on others 1$/)).toEqual(["Of Kim"]);
  const assignee = await (await work()).findByTitle("Change assignee");
  await waitFor(() => expect(assignee).toHaveAccessibleName("Kim Lee"));
  await user.click((await work()).getByRole("button", { name: "Done: Of Kim" }));
  await waitFor(async () => expect((await work()).queryByText("Of Kim")).toBeNull());
});

test("the focus follows a task to its new group, stays in the list when it is done, and Ctrl+Z undoes both", async () => {
  await add("Now", 0);
  await add("Far", 60);
  const { user } = await open();
  const link = async () => await (await work()).findByRole("link", { name: "Now" });
  expect(await rows(/^Today 1/)).toEqual(["Now"]);
  // Without a focused row, keys do nothing.
  await user.keyboard("pd");
  expect(screen.queryByRole("dialog")).toBeNull();
  (await link()).focus();
  await user.keyboard("d");
  await user.type(await screen.findByRole("combobox", { name: "Search" }), "24 dec 2999{Enter}");
  await waitFor(async () => expect(await rows(/^Later/)).toEqual(["Far", "Now"]));
  expect(await link()).toHaveFocus();
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(async () => expect(await rows(/^Today/)).toEqual(["Now"]));
  expect(await link()).toHaveFocus();
  await user.click((await work()).getByRole("button", { name: "Done: Now" }));
  await waitFor(async () =>
    expect((await work()).getByRole("button", { name: "Done: Far" })).toHaveFocus(),
  );
  await user.keyboard("{Control>}z{/Control}");
  expect(await link()).toBeVisible();
});

test("a task that is done leaves the overdue tasks at once", async () => {
  await add("Late", -2);
  await add("Other", -1);
  const { user } = await open();
  const panel = within(await screen.findByRole("region", { name: "Overdue Tasks (2)" }));
  expect(panel.getByRole("link", { name: /^Late/ })).toBeVisible();
  backend.delay("PATCH /api/kanban/{id}/status");
  await user.click(await (await work()).findByRole("button", { name: "Done: Late" }));
  expect(screen.getByRole("region", { name: "Overdue Tasks (1)" })).toBeVisible();
  expect(panel.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Other/),
  ]);
});

test("says so if nothing is due today, and if the tasks fail to load", async () => {
  backend.fail(SEARCH, { status: 500, body: { error: "Out of order" } }, 1);
  const { user } = await open();
  expect(await (await work()).findByText("Failed to load your tasks")).toBeVisible();
  await user.click((await work()).getByRole("button", { name: "Try again" }));
  expect(await (await work()).findByText("Nothing is due today")).toBeVisible();
});

test("the page shows the groups without tasks too; a status is changed in place, and a new task gets the day of its group", async () => {
  const id = await add("Undated", null);
  const { user } = await open("/my-work");
  expect(await rows(/^No date 1$/)).toEqual(["Undated"]);
  await user.click(await (await work()).findByTitle("Change status"));
  await user.click(await screen.findByRole("option", { name: "In Progress" }));
  await waitFor(async () =>
    expect(await readTask(await backend.as("member"), id)).toMatchObject({ status: "In Progress" }),
  );
  expect(await rows(/^No date 1$/)).toEqual(["Undated"]);

  await user.click((await work()).getByRole("button", { name: "Add a task to Today" }));
  const line = await screen.findByRole("textbox", { name: "Title of a new task in Today" });
  await screen.findByRole("button", { name: "Add task" });
  await user.type(line, "Water the plants{Enter}Mow the lawn in 60 days{Enter}");
  await waitFor(async () => expect(await rows(/^Today 1$/)).toEqual(["Water the plants"]));
  await waitFor(async () => expect(await rows(/^Later 1$/)).toEqual(["Mow the lawn"]));
  await waitFor(() => expect(screen.queryByRole("list", { name: "New tasks" })).toBeNull());
  const created = backend.callsOf("POST /api/tasks").map(({ body }) => body);
  expect(created).toEqual([
    expect.objectContaining({ due_date: today(), assignee_id: session.user.id, status: "Todo" }),
    expect.objectContaining({ due_date: addDays(today(), 60) }),
  ]);
});

test("the menu leads to it; a server without its calls has neither, and the address leads to the list of one's own tasks", async () => {
  const { user, view } = await open("/kanban");
  await user.click(await screen.findByRole("link", { name: "My work" }));
  expect(await screen.findByRole("heading", { level: 1, name: "My work" })).toBeVisible();
  view.unmount();
  backend.isPlain = true;
  await open("/my-work");
  expect(await screen.findByRole("heading", { level: 1, name: "All Tasks" })).toBeVisible();
  expect(location.search).toBe(`?assignee=${session.user.id}`);
  expect(screen.queryByRole("link", { name: "My work" })).toBeNull();
});
