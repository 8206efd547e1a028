import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { addDays } from "#contract/calendar.ts";
import type { Comment } from "#contract/shapes/comment.ts";
import type { InboxItem, InboxResponse } from "#contract/shapes/inbox.ts";
import type { Task } from "#contract/shapes/task.ts";
import { jobEndSeen } from "#features/jobs/jobState.ts";
import { today } from "#lib/dates/day.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { fastLive } from "#testing/fastLive.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";
import { announcementOf, whatHappened } from "./inboxWords.ts";
import { itemKey, readAll, withRead } from "./markRead.ts";

const item = (id: string, more: Partial<InboxItem> = {}): InboxItem => ({
  id,
  kind: "commented",
  task: { id: "t1", title: "Tea" },
  tasks: 1,
  actor: { id: "u1", name: "Grace" },
  at: `2026-03-0${id}T10:00:00.000Z`,
  due: null,
  comment: null,
  read: false,
  ...more,
});

test("an item that was read is unread if it happens again", () => {
  const inbox: InboxResponse = { items: [item("3"), item("2")], unread: 7, hasOlder: true };
  const earlier = item("2", { at: "2026-03-01T10:00:00.000Z" });
  expect(withRead([inbox], new Set([itemKey(earlier)]))).toEqual(inbox);
});

test("'Mark all as read' sends the ids of due tasks, and the instant of the newest other item", () => {
  const due = item("d1", { kind: "due_today", at: null });
  const items = [due, item("d2", { kind: "overdue", at: null, read: true }), item("3"), item("2")];
  expect(readAll({ items, unread: 3, hasOlder: false })).toEqual({
    ids: "d1",
    until: "2026-03-03T10:00:00.000Z",
  });
});

test("an overdue task says since when it is overdue", () => {
  const overdue = (due: string | null) => whatHappened(item("1", { kind: "overdue", due }));
  expect(overdue(null)).toBe("Overdue since today");
  expect(overdue(addDays(today(), -1))).toBe("Overdue since today");
  expect(overdue("2026-01-30")).toBe("Overdue since Jan 31, 2026");
});

test("arrivals are announced in one sentence", () => {
  expect(announcementOf([])).toBe("");
  expect(announcementOf([item("2")])).toBe("New in your inbox: Grace commented, Tea");
  expect(announcementOf([item("2"), item("3")])).toBe("2 new items in your inbox");
});

describe("the inbox", () => {
  let backend: Backend;
  let grace: TestUser;
  let ada: Awaited<ReturnType<Backend["register"]>>;
  let task: Task;

  beforeEach(async () => {
    backend = await openBackend();
    grace = await backend.as("admin", { name: "Grace Hopper" });
    ada = await backend.register();
    task = await createTask(grace, "Make tea", { assignee_id: ada.user.id });
  });

  async function comment(text: string): Promise<Comment> {
    backend.clock.advance(1_000);
    const answer = await grace.call("POST", `/api/tasks/${task.id}/comments`, { comment: text });
    return answer.body as Comment;
  }

  const openApp = async (path = "/profile") =>
    await renderApp({ backend, path, as: ada, live: fastLive() });
  const bell = (name: string | RegExp) => screen.findByRole("button", { name });
  const panel = async () => within(await screen.findByRole("dialog", { name: /^Inbox/ }));

  test("counts unread items in its button and the title; shows a mention live, announces it, and leads to its comment", async () => {
    const { user } = await openApp();
    expect(await bell("Inbox, 1 unread")).toBeVisible();
    expect(document.title).toBe("(1) Profile · Taskdeck");
    const { id } = await comment("Hello @Ada Lovelace");
    const button = await bell("Inbox, 2 unread");
    expect(
      screen.getByText("New in your inbox: Grace Hopper mentioned you, Make tea"),
    ).toBeInTheDocument();
    await user.click(button);
    const link = await (await panel()).findByRole("link", { name: /mentioned you/ });
    await waitFor(() => expect(link).toHaveFocus());
    expect(link).toHaveTextContent(/Grace Hopper mentioned you.*Hello @Ada Lovelace/);
    await user.click(link);
    await waitFor(() => expect(document.getElementById(`comment-${id}`)).toHaveFocus());
    expect(window.location.pathname).toBe(`/tasks/${task.id}`);
    expect(await bell("Inbox, 1 unread")).toBeVisible();
    expect(document.title).toBe("(1) Make tea · Taskdeck");
    expect(backend.callsOf("POST /api/inbox/read")[0]?.body).toEqual({ ids: id });
  });

  test("tells the end of the user's bulk action, unless they have seen it in this window, and shows tasks that were handed over as one item, which leads to them", async () => {
    const { id } = await createTask(grace, "Tea");
    const row = { user_id: ada.user.id, task_id: "", created_at: new Date().toISOString() };
    const own = { actor_id: ada.user.id, actor_name: ada.user.name, handed_over: 400 };
    const ended = { ...row, ...own, kind: "job_ended" as const };
    const given = { ...row, actor_id: grace.user.id, actor_name: "Grace Hopper", handed_over: 600 };
    await backend.db
      .insertInto("notifications")
      .values([
        { ...ended, id: "task_run:r1" },
        { ...ended, id: "task_run:r2" },
        { ...given, kind: "assigned", id: "run" },
      ])
      .execute();
    const tea = backend.db.updateTable("tasks").where("id", "=", id);
    await tea.set({ assignee_id: ada.user.id }).execute();
    const { user, store } = await openApp();
    await bell("Inbox, 4 unread");
    const visibility = jest.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    act(() => void store.dispatch(jobEndSeen("task_run:r1")));
    visibility.mockRestore();
    act(() => void store.dispatch(jobEndSeen("task_run:r2")));
    await user.click(await bell("Inbox, 3 unread"));
    const links = await (await panel()).findAllByRole("link", {
      name: /^400 tasks changed ?Ended in the background/,
    });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/tasks", "/tasks"]);
    expect(backend.callsOf("POST /api/inbox/read")[0]?.body).toEqual({ ids: "task_run:r2" });

    const link = await (await panel()).findByRole("link", {
      name: /^600 tasks were handed over to you ?By Grace Hopper/,
    });
    expect(link).toHaveAttribute("href", `/tasks?assignee=${ada.user.id}`);
    await user.click(link);
    expect(await screen.findByRole("link", { name: "Tea" })).toBeVisible();
  });

  test("opens by keys, and arrow keys move between its items", async () => {
    await comment("Hello");
    const { user } = await openApp();
    await bell("Inbox, 2 unread");
    await user.keyboard("gi");
    const links = await (await panel()).findAllByRole("link");
    expect(links[0]).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(links[1]).toHaveFocus();
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(links[0]).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("is marked as read at once, and again as unread if the server refuses; is empty after its task was deleted", async () => {
    const { user } = await openApp();
    await user.click(await bell("Inbox, 1 unread"));
    backend.fail("POST /api/inbox/read", { status: 500 });
    await user.click(await (await panel()).findByRole("button", { name: "Mark all as read" }));
    expect(await screen.findByText("Failed to mark as read")).toBeInTheDocument();
    expect(document.title).toBe("(1) Profile · Taskdeck");
    await user.click(await (await panel()).findByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(document.title).toBe("Profile · Taskdeck"));
    await waitFor(() => expect(backend.callsOf("GET /api/inbox").length).toBeGreaterThan(1));
    await grace.call("DELETE", `/api/tasks/${task.id}`);
    expect(await (await panel()).findByText("Nothing new")).toBeVisible();
  });

  test("says that it fails to load", async () => {
    backend.fail("GET /api/inbox", { status: 500 }, Infinity);
    const { user } = await openApp();
    await user.click(await bell("Inbox"));
    expect(await (await panel()).findByText("Failed to load inbox")).toBeVisible();
  });

  test("shows older items, whose state follows what another tab reads", async () => {
    const task_id = task.id;
    const rows = Array.from({ length: 55 }, (_none, at) => ({
      user_id: ada.user.id,
      id: `n${at}`,
      kind: "assigned" as const,
      task_id,
      actor_id: grace.user.id,
      actor_name: "Grace Hopper",
      created_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
    }));
    await backend.db.insertInto("notifications").values(rows).execute();
    const { user } = await openApp();
    await user.click(await bell("Inbox, 56 unread"));
    const links = async () => await (await panel()).findAllByRole("link");
    expect(await links()).toHaveLength(50);
    await user.click((await panel()).getByRole("button", { name: "Show older items" }));
    await waitFor(async () => expect(await links()).toHaveLength(56));
    expect((await links())[50]).toHaveFocus();
    expect((await panel()).queryByRole("button", { name: /older/ })).toBeNull();
    expect((await links())[55]).toHaveTextContent("unread");
    await backend.callWith(ada.accessToken)("POST", "/api/inbox/read", { ids: "n0" });
    await bell("Inbox, 55 unread");
    await waitFor(async () => expect((await links())[55]).not.toHaveTextContent("unread"));
    expect(await links()).toHaveLength(56);
    await user.keyboard("{Escape}");
    await user.click(await bell("Inbox, 55 unread"));
    expect(await links()).toHaveLength(50);
  });

  test("has a switch for each kind, which goes back if it can't be saved", async () => {
    const { user } = await openApp();
    await user.click(await bell(/^Inbox/));
    await user.click(await (await panel()).findByRole("button", { name: "Settings" }));
    const commented = await (await panel()).findByRole("switch", { name: /^Comments on tasks/ });
    expect(commented).toBeChecked();
    await user.click(commented);
    await waitFor(() => expect(backend.callsOf("PUT /api/inbox/settings")).toHaveLength(1));
    await comment("Hello");
    const { body } = await backend.callWith(ada.accessToken)("GET", "/api/inbox");
    const { items } = body as InboxResponse;
    expect(items.map(({ kind }) => kind)).toEqual(["assigned"]);
    backend.fail("PUT /api/inbox/settings", { status: 500 });
    await user.click(commented);
    expect(await screen.findByText("Failed to save inbox settings")).toBeInTheDocument();
    expect(commented).not.toBeChecked();
    await user.click((await panel()).getByRole("button", { name: "Back to inbox" }));
    expect(await (await panel()).findByRole("link", { name: /assigned you/ })).toBeVisible();
  });
});
