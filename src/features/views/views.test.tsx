import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { SavedView, ViewResponse, ViewsResponse } from "#contract/shapes/view.ts";
import type { ViewInput } from "#contract/view.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { fastLive } from "#testing/fastLive.ts";
import { openBackend, type RenderOptions, renderApp } from "#testing/renderApp.tsx";
import { titles as cards } from "#testing/screens/boardScreen.ts";
import { createTask, createTeam } from "#testing/screens/create.ts";
import { address, expectTitles } from "#testing/screens/taskList.tsx";
import { fakeRecords } from "#testing/stubs/fakeRecords.ts";

let backend: Backend;
let grace: TestUser;
let ada: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
  ada = await backend.as("admin", { name: "Ada Lovelace" });
  await createTask(grace, "Feed the cat", { priority: "High" });
  backend.clock.advance(1_000);
  await createTask(grace, "Water the plants", { priority: "Low" });
});
afterEach(() => void jest.restoreAllMocks());

async function save(input: Partial<ViewInput>, by = grace): Promise<SavedView> {
  const view = { name: "Urgent", screen: "board", query: "priority=High", ...input };
  return ((await by.call("POST", "/api/views", view)).body as ViewResponse).view;
}
const saved = async (by = grace) =>
  ((await by.call("GET", "/api/views")).body as ViewsResponse).views;
const sessionOf = ({ user: { id, name, email, role, created_at }, refreshToken }: TestUser) => ({
  user: { id, name, email, role, created_at, is_active: true },
  refreshToken,
});
const open = (path: string, options: RenderOptions = {}) =>
  renderApp({ path, as: sessionOf(grace), backend, ...options });
const bar = () => screen.findByRole("group", { name: "Saved view" });
const menuRow = (name: RegExp | string) => screen.findByRole("link", { name });
const rows = () =>
  within(screen.getByRole("list", { name: "Views" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);
const openBar = async (user: Awaited<ReturnType<typeof open>>["user"], item: string) => {
  await user.click(within(await bar()).getAllByRole("button")[0] as HTMLElement);
  await user.click(await screen.findByRole("menuitem", { name: item }));
};

describe("saving a view", () => {
  test("of the board keeps its filters for all, and a changed view is saved again or reset", async () => {
    const { user } = await open("/kanban?priority=High");
    await user.click(await screen.findByRole("button", { name: "Save view" }));
    await user.type(await screen.findByLabelText("Name"), "Urgent");
    await user.click(screen.getByLabelText("Share with everyone"));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("View Urgent saved")).toBeInTheDocument();
    const [view] = await saved(ada);
    expect(view).toMatchObject({ screen: "board", query: "priority=High", shared: true });
    expect(address()).toBe(`/kanban?view=${view?.id}&layout=board&priority=High`);
    expect(await menuRow(/^Urgent/)).toHaveAttribute("aria-current", "true");

    expect(within(await bar()).getByRole("button")).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Remove filter: High priority" }));
    await user.click(await screen.findByRole("button", { name: "Reset view" }));
    await waitFor(() => expect(cards("To Do")).toEqual(["Feed the cat"]));
    expect(within(await bar()).getByRole("button")).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Remove filter: High priority" }));
    await user.click(await screen.findByRole("button", { name: "Save view" }));
    await waitFor(async () => expect(await saved()).toMatchObject([{ query: "", version: 2 }]));
    await waitFor(async () => expect(await bar()).toHaveTextContent(/^Urgent$/));
  });

  test("of the table keeps order, groups, columns and height, apart from what the browser shows otherwise", async () => {
    await ada.call("POST", "/api/labels", { name: "Client: Acme" });
    const { user } = await open("/tasks?sort=due");
    await user.click(await screen.findByRole("button", { name: "Table" }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "By due date");
    await user.click(screen.getByRole("button", { name: "Table options" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Team" }));
    await user.click(screen.getByRole("button", { name: "Table options" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Client" }));
    await user.click(await screen.findByRole("button", { name: "Save view" }));
    await user.type(await screen.findByLabelText("Name"), "Soon");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await bar();
    const query = "sort=due&group=due&hidden=team&groups=client";
    expect(await saved()).toMatchObject([{ screen: "table", query, shared: false }]);
    await user.click(screen.getByRole("button", { name: "Cards" }));
    expect(await screen.findByRole("button", { name: "Reset view" })).toBeVisible();
    await openBar(user, "Leave the view");
    expect(await screen.findByRole("table")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cards" }));
    await user.click(await menuRow(/^Soon/));
    expect(await screen.findByRole("table")).toBeVisible();
    expect(await bar()).toHaveTextContent(/^Soon$/);
    // Groups choose their order, too.
    await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "By assignee");
    await user.click(await screen.findByRole("button", { name: "Save view" }));
    const changed = "sort=assignee&group=assignee&hidden=team&groups=client";
    await waitFor(async () => expect(await saved()).toMatchObject([{ query: changed }]));
  });

  test("a refused name shows under the field, and nothing can be saved where nothing is set", async () => {
    const { user } = await open("/tasks?priority=High");
    await user.click(await screen.findByRole("button", { name: "Save view" }));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("View name is required")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Remove filter: High priority" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save view" })).toBeNull());
  });
});

describe("an open view", () => {
  test("is renamed, shared and deleted with undo by its owner", async () => {
    const { id } = await save({});
    const { user } = await open(`/kanban?view=${id}`);
    await openBar(user, "Rename…");
    const name = await screen.findByLabelText("Name");
    await user.clear(name);
    await user.type(name, "Now{Enter}");
    expect(await menuRow(/^Now/)).toBeVisible();
    await openBar(user, "Share with everyone");
    await waitFor(async () => expect(await saved(ada)).toMatchObject([{ name: "Now" }]));
    await openBar(user, "Delete view");
    await waitFor(() => expect(address()).toBe("/kanban?priority=High"));
    expect(await saved()).toEqual([]);
    await user.click(await screen.findByRole("button", { name: /^Undo/ }));
    expect(await menuRow(/^Now/)).toBeVisible();
  });

  test("of somebody else can only be read, except by admins", async () => {
    const { id } = await save({ shared: true }, ada);
    const { user } = await open(`/kanban?view=${id}&layout=board`);
    expect(await screen.findByRole("button", { name: "Reset view" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
    await user.click(within(await bar()).getAllByRole("button")[0] as HTMLElement);
    const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(items).toEqual([
      "Save as a new view…",
      "Copy link",
      "Calendar feed…",
      "Export CSV",
      "Leave the view",
    ]);
  });

  test("opens by a link that only names it, with its filters before any task, and follows its changes", async () => {
    const { id } = await save({ screen: "list", shared: true }, ada);
    await open(`/tasks?view=${id}`, { live: fastLive() });
    await expectTitles("Feed the cat");
    expect(backend.callsOf("GET /api/tasks/search")).toHaveLength(1);
    await ada.call("PATCH", `/api/views/${id}`, { query: "priority=Low" });
    await expectTitles("Water the plants");
  });

  test("that is gone or private is left with a message, and its filters stay", async () => {
    await open("/kanban?view=gone&layout=board&priority=High");
    expect(await screen.findByText(/^This view no longer exists/)).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe("/kanban?priority=High"));
    expect(cards("To Do")).toEqual(["Feed the cat"]);
  });

  test("marks filters whose team or person is gone, and shows no error", async () => {
    const { id } = await save({ screen: "list", query: "assignee=gone&team=gone" });
    await open(`/tasks?view=${id}`);
    await bar();
    for (const name of ["Remove filter: Deleted user", "Remove filter: Deleted team"]) {
      const chip = await screen.findByRole("button", { name });
      expect(chip.querySelectorAll("svg")).toHaveLength(2);
    }
    expect(await screen.findByText("No tasks found")).toBeVisible();
  });

  test("is a calendar feed and a CSV file", async () => {
    const { id } = await save({});
    const { user } = await open(`/kanban?view=${id}`);
    await openBar(user, "Calendar feed…");
    const dialog = await screen.findByRole("dialog", { name: "Calendar feed of Urgent" });
    await user.click(await within(dialog).findByRole("button", { name: "Create address" }));
    expect(await screen.findByLabelText("Secret address")).toHaveDisplayValue(/\.ics$/);
    const secrets = backend.db.selectFrom("secrets").select("content");
    expect(await secrets.where("purpose", "=", "calendar_feed").execute()).toEqual([
      { content: JSON.stringify({ view: id }) },
    ]);
    await user.keyboard("{Escape}{Escape}");
    await openBar(user, "Export CSV");
    await waitFor(() => expect(backend.callsOf(`GET /api/views/${id}/tasks.csv`)).toHaveLength(1));
  });
});

describe("views in the menu and the palette", () => {
  test("the user's start is first, own ones follow, and others come last; at most 20", async () => {
    for (let count = 1; count <= 20; count += 1)
      await save({ name: `Z ${count}`, shared: true }, ada);
    await save({ name: "Own" });
    const { user } = await open("/kanban");
    await waitFor(() => expect(rows()).toHaveLength(20));
    expect(rows()[0]).toMatch(/^Own/);
    await user.click(await menuRow(/^Z 11/));
    await user.click(within(await bar()).getAllByRole("button")[0] as HTMLElement);
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "First in the menu" }));
    await waitFor(() => expect(rows()[0]).toMatch(/^Z 11/));
    expect(rows()[1]).toMatch(/^Own/);

    await user.keyboard("gv");
    const field = await screen.findByRole("combobox", { name: "Search saved views" });
    expect(screen.getAllByRole("option")).toHaveLength(21);
    await user.type(field, "z 20{Enter}");
    await waitFor(() => expect(address()).toContain("priority=High"));
    expect(await bar()).toHaveTextContent("Z 20");
  });

  test("show their counts, read by one call, again 10 seconds after a change at the earliest, and never in a hidden tab", async () => {
    await save({});
    await save({ name: "Later", query: "priority=Low" });
    const { user } = await open("/kanban", { live: fastLive() });
    await waitFor(() => expect(rows()).toEqual(["Later1 task", "Urgent1 task"]));
    const calls = () => backend.callsOf("GET /api/views/counts");
    expect(calls()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Menu" }));
    const drawer = await screen.findByRole("dialog", { name: "Menu" });
    expect(await within(drawer).findByRole("link", { name: "Urgent 1 task" })).toBeInTheDocument();
    await user.click(within(drawer).getByRole("button", { name: /close/i }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    jest.useFakeTimers({ advanceTimers: true });
    const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await createTask(ada, "Call the vet", { priority: "High" });
    await act(async () => await jest.advanceTimersByTimeAsync(20_000));
    expect(calls()).toHaveLength(1);
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(rows()).toEqual(["Later1 task", "Urgent2 tasks"]));
    await createTask(ada, "Call her again", { priority: "High" });
    await screen.findByText("Call her again");
    await act(async () => await jest.advanceTimersByTimeAsync(5_000));
    expect(calls()).toHaveLength(2);
    await act(async () => await jest.advanceTimersByTimeAsync(5_000));
    await waitFor(() => expect(calls()).toHaveLength(3));
    jest.useRealTimers();
  });

  test("show without a connection, as on the last visit", async () => {
    const { records, entries } = fakeRecords();
    const { id } = await save({});
    const first = await open("/kanban", { records });
    await menuRow(/^Urgent/);
    await waitFor(() => expect(entries.has("views")).toBe(true));
    first.view.unmount();
    backend.network = "down";
    await open(`/kanban?view=${id}`, { records });
    expect(await bar()).toHaveTextContent("Urgent");
    await waitFor(() => expect(cards("To Do")).toEqual(["Feed the cat"]));
  });

  test("don't show with a server that has none, whose links open the screen", async () => {
    backend.isPlain = true;
    await open("/tasks?view=1&priority=High");
    await expectTitles("Feed the cat");
    expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
    expect(screen.queryByRole("list", { name: "Views" })).toBeNull();
    expect(backend.callsOf("GET /api/views")).toEqual([]);
  });

  test("a team offers its board and its list without saving", async () => {
    const { id } = await createTeam(ada, "Harbour");
    const { user } = await open("/teams", { as: sessionOf(ada) });
    await user.click(await screen.findByRole("button", { name: "Harbour" }));
    const team = await screen.findByRole("dialog", { name: "Harbour" });
    const tasks = within(team).getByRole("link", { name: "Tasks of Harbour" });
    expect(tasks).toHaveAttribute("href", `/tasks?team=${id}`);
    await user.click(within(team).getByRole("link", { name: "Board of Harbour" }));
    await waitFor(() => expect(address()).toBe(`/kanban?team=${id}`));
  });
});
