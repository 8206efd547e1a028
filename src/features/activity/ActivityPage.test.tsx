import { beforeEach, describe, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { MINUTE_MS } from "#contract/time.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, type RenderOptions, renderApp } from "#testing/renderApp.tsx";
import { createTask, createTeam } from "#testing/screens/create.ts";
import { pick } from "#testing/screens/pick.ts";

const ACTIVITY = "GET /api/activity";

let backend: Backend;
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("admin", { name: "Grace Hopper" });
});

/** Sends a call of Grace, from another browser. */
async function byGrace(method: "POST" | "PATCH" | "DELETE", url: string, body?: object) {
  backend.clock.advance(1_000);
  const { status, body: answer } = await act(() => grace.call(method, url, body));
  expect(status).toBeLessThan(300);
  return answer;
}

async function create(title: string): Promise<string> {
  backend.clock.advance(1_000);
  return (await createTask(grace, title, { assignee_id: null })).id;
}

async function open(path = "/activity", as: RenderOptions["as"] = "member") {
  const app = await renderApp({ path, as, backend });
  await screen.findByRole("heading", { level: 1, name: "What changed" });
  return app;
}

const changes = () =>
  within(screen.getByRole("region", { name: "Changes" }))
    .queryAllByRole("listitem")
    .filter((item) => item.closest("ol"))
    .map((item) => item.querySelector("div")?.textContent ?? item.textContent);

test("opens from the dashboard, lists who changed what from what to what, and each entry leads to its task or comment, but not to a deleted task", async () => {
  const id = await create("Water the plants");
  await byGrace("PATCH", `/api/tasks/${id}`, { priority: "High" });
  await byGrace("POST", `/api/tasks/${id}/comments`, { comment: "Not the cactus" });
  const gone = await create("Gone");
  await byGrace("DELETE", `/api/tasks/${gone}`);
  const { user } = await renderApp({ path: "/", as: "member", backend });
  await user.click(await screen.findByRole("link", { name: /^What changed.+visit$/ }));
  expect(await screen.findByRole("heading", { level: 1, name: "What changed" })).toBeVisible();
  await waitFor(() =>
    expect(changes().slice(-2)).toEqual([
      "Water the plantsGrace Hopper changed the priority from Low to High ",
      "Water the plantsGrace Hopper created this task ",
    ]),
  );
  expect(screen.getByText("Not the cactus")).toBeVisible();
  expect(screen.getAllByText("Gone")[0]).toBeVisible();
  expect(screen.queryByRole("link", { name: "Gone" })).toBeNull();
  const [comment, change] = screen.getAllByRole("link", { name: "Water the plants" });
  expect(comment?.getAttribute("href")).toMatch(new RegExp(`^/tasks/${id}#comment-`));
  if (change) await user.click(change);
  expect(await screen.findByRole("button", { name: "Edit Task" })).toBeVisible();
});

test("a second visit counts and divides what is new, also after the way back from a task", async () => {
  const id = await create("Water the plants");
  const session = await backend.register({ role: "member" });
  const first = await open("/activity", session);
  expect(await screen.findByText("What everybody changes in the tasks")).toBeVisible();
  await waitFor(() => expect(backend.callsOf("POST /api/activity/seen")).toHaveLength(1));
  await byGrace("PATCH", `/api/tasks/${id}`, { priority: "High" });
  first.view.unmount();
  const { user } = await open("/activity", session);
  expect(await screen.findByText(/^1 new since/)).toBeVisible();
  await waitFor(() =>
    expect(changes()).toEqual([
      "New: Water the plantsGrace Hopper changed the priority from Low to High ",
      "You have seen the changes below",
      "Water the plantsGrace Hopper created this task ",
    ]),
  );
  const [link] = screen.getAllByRole("link", { name: /Water the plants/ });
  if (link) await user.click(link);
  await screen.findByRole("button", { name: "Edit Task" });
  act(() => history.back());
  expect(await screen.findByText(/^1 new since/)).toBeVisible();
});

describe("filters", () => {
  test("are in the address, can be reset from an empty result, and mark changes as seen only without filters", async () => {
    const id = await create("Water the plants");
    await byGrace("PATCH", `/api/tasks/${id}`, { priority: "High" });
    const { user } = await open("/activity?kind=created");
    await waitFor(() => expect(changes()).toHaveLength(1));
    await user.selectOptions(screen.getByRole("combobox", { name: "Tasks" }), "My tasks");
    expect(await screen.findByText("No changes found")).toBeVisible();
    expect(location.search).toBe("?scope=mine&kind=created");
    const chips = within(screen.getByRole("list", { name: "Filters" })).getAllByRole("button");
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      "Remove filter: My tasks",
      "Remove filter: Created",
    ]);
    expect(backend.callsOf("POST /api/activity/seen")).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Reset filters" }));
    await waitFor(() => expect(changes()).toHaveLength(2));
    await waitFor(() => expect(backend.callsOf("POST /api/activity/seen")).toHaveLength(1));
    expect(location.search).toBe("");
    await pick(user, screen.getByRole("combobox", { name: "Done by" }), "Me");
    expect(await screen.findByText("No changes found")).toBeVisible();
  });
});

test("several changes of one kind are one line, which opens to the single ones; older lines are loaded", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 60; index += 1) ids.push(await create(`Task ${index}`));
  for (const [index, id] of ids.entries()) {
    const team = await createTeam(grace, `Crew ${index}`);
    await byGrace("PATCH", `/api/tasks/${id}`, { team_id: team.id });
  }
  backend.clock.advance(6 * MINUTE_MS);
  for (const id of ids.slice(0, 51))
    await byGrace("PATCH", `/api/tasks/${id}`, { priority: "High" });
  const { user } = await open();
  const line = await screen.findByRole("button", {
    name: "Grace Hopper set the priority of 51 tasks to High",
  });
  expect(await screen.findByText("What everybody changes in the tasks")).toBeVisible();
  await user.click(line);
  expect(line).toHaveAttribute("aria-expanded", "true");
  const singles = () => within(line.parentElement ?? line).queryAllByRole("link");
  await waitFor(() => expect(singles()).toHaveLength(50));
  await user.click(screen.getByRole("button", { name: "Show more changes" }));
  await waitFor(() => expect(singles()).toHaveLength(51));
  expect(singles()[50]).toHaveFocus();
  await user.click(line);
  expect(singles()).toHaveLength(0);

  await user.click(screen.getByRole("button", { name: "Show older changes" }));
  expect(
    await screen.findByRole("button", { name: "Grace Hopper created 60 tasks" }),
  ).toBeInTheDocument();
});

test("the menu counts unread lines, the page says since when, and then none is unread", async () => {
  const id = await create("Water the plants");
  const session = await backend.register({ role: "member" });
  const first = await open("/activity", session);
  await waitFor(() => expect(backend.callsOf("POST /api/activity/seen")).toHaveLength(1));
  first.view.unmount();
  await byGrace("PATCH", `/api/tasks/${id}`, { priority: "High" });
  for (const title of ["One", "Two"]) await create(title);
  const { user } = await renderApp({ path: "/profile", as: session, backend });
  await user.click(await screen.findByRole("link", { name: "What changed 2 unread" }));
  expect(await screen.findByText(/^2 new since \d+:\d\d [AP]M$/)).toBeVisible();
  expect(await screen.findByRole("link", { name: "What changed" })).toBeVisible();
});

test("a failure shows the reason and can be tried again; a server without the call is no error", async () => {
  backend.fail(ACTIVITY, { status: 500, body: { error: "Out of order" } }, 1);
  const { user } = await open();
  expect(await screen.findByText("Failed to load the changes")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing has changed yet")).toBeVisible();
  backend.answer(ACTIVITY, {});
  fireEvent.focus(window);
  expect(await screen.findByText("No record of changes here")).toBeVisible();
});
