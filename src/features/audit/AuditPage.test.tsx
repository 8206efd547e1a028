import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { AUDIT_ACTIONS, type AuditEntry, type AuditPageResponse } from "#contract/audit.ts";
import type { TaskResponse } from "#contract/task.ts";
import type { Team } from "#contract/team.ts";
import { saveLastBackup } from "#server/db/backup/scheduled.ts";
import type { TestUser } from "#server/testing/server.ts";
import { selectLiveStatus } from "#sync/live/liveSlice.ts";
import type { Backend } from "#testing/backend.ts";
import { fastLive } from "#testing/fastLive.ts";
import { pick } from "#testing/pick.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const AUDIT = "GET /api/audit";
const RESTORE = "POST /api/tasks/{id}/restore";

let backend: Backend;
let grace: TestUser;
let bob: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("admin", { name: "Grace Hopper" });
  bob = await backend.as("member", { name: "Bob Stone" });
});

/** Sends a call of Grace, from another browser. */
async function byGrace(method: "POST" | "PUT" | "DELETE", url: string, body?: object) {
  backend.clock.advance(1_000);
  const answer = await act(() => grace.call(method, url, body));
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

const change = (user: TestUser, body: object) => byGrace("PUT", `/api/users/${user.user.id}`, body);

/** Ada, another admin, opens the log: her registration is in it, too. */
async function open(path = "/audit") {
  backend.clock.advance(1_000);
  const app = await renderApp({ path, as: "admin", backend });
  await screen.findByRole("heading", { level: 1, name: "Audit Log" });
  return app;
}

const entries = () => screen.queryAllByRole("listitem").filter((item) => item.closest("ol"));
const sentences = () => entries().map((item) => item.querySelector("p")?.textContent);
const waitForSentences = (expected: string[]) =>
  waitFor(() => expect(sentences()).toEqual(expected));
const JOINED = "Ada Lovelace joined as an admin";
const choose = (label: string) => screen.findByRole("combobox", { name: label });

/** Responses of a server whose log has these entries. */
function answerWith(some: (Omit<Partial<AuditEntry>, "action"> & { action: string })[]) {
  const whole = some.map((entry, index) => ({
    id: String(index),
    at: "2026-03-08T12:00:00.000Z",
    actor: { id: "a", name: "Ada" },
    subject: { kind: "user", id: "b", name: "Bob" },
    details: {},
    ...entry,
  }));
  const pagination = { page: 1, limit: 50, total: some.length, totalPages: 1 };
  backend.answer(AUDIT, { entries: whole, pagination });
}

describe("the audit log", () => {
  test("lists who did what to whom as sentences, newest first", async () => {
    await change(bob, { role: "admin" });
    await change(bob, { is_active: false });
    const { team } = (await byGrace("POST", "/api/teams", { name: "Design" })) as { team: Team };
    const members = `/api/teams/${team.id}/members`;
    await byGrace("POST", members, { userId: bob.user.id });
    await byGrace("DELETE", `${members}/${bob.user.id}`);
    await byGrace("DELETE", `/api/users/${bob.user.id}`);
    await open();
    await waitForSentences([
      JOINED,
      "Grace Hopper deleted Bob Stone",
      "Grace Hopper removed Bob Stone from Design",
      "Grace Hopper added Bob Stone to Design",
      "Grace Hopper created the team Design",
      "Grace Hopper deactivated Bob Stone",
      "Grace Hopper made Bob Stone an admin",
    ]);
    expect(await screen.findByText("7 entries")).toBeVisible();
    expect(screen.getByRole("heading", { level: 2, name: "Today" })).toBeVisible();
    const time = entries()[0]?.querySelector("time");
    expect(time).toHaveTextContent("less than a minute ago");
    expect(time?.title).toMatch(/^\w{3} \d\d, \d{4}, \d+:\d\d [AP]M$/);
  });

  test("has a sentence for every other audited action", async () => {
    const own = { subject: { kind: "user", id: "a", name: "Ada" } } as const;
    answerWith([
      { action: "user.role_changed", ...own, details: { from: "admin", to: "member" } },
      { action: "user.activated" },
      { action: "user.deactivated", ...own },
      { action: "user.deleted", ...own },
      { action: "user.renamed", ...own, details: { from: "Ada", to: "Ada L." } },
      { action: "user.email_changed", ...own },
      { action: "user.password_changed", ...own },
      { action: "user.signed_out_everywhere", ...own },
      {
        action: "user.token_created",
        ...own,
        details: { token: { id: "k", name: "CI" }, to: "read" },
      },
      { action: "user.token_revoked", ...own, details: { token: { id: "k", name: "CI" } } },
      { action: "team.member_added", ...own, details: { team: { id: "t", name: "Design" } } },
      { action: "user.registered", actor: { id: "c", name: "" }, details: { to: "member" } },
      {
        action: "user.sign_in_failed",
        actor: { id: "someone", name: "Someone" },
        details: { count: 1_200, network: "203.0.113.0/24" },
      },
      { action: "users.run_ended", details: { run: "role", to: "admin", count: 30 } },
      { action: "users.run_started", details: { run: "delete", count: 2 } },
      { action: "users.run_undone", details: { run: "deactivate", count: 1_200 } },
      { action: "tasks.run_ended", ...own, details: { tasks: "change", count: 600 } },
      { action: "tasks.run_undone", ...own, details: { tasks: "delete", count: 1 } },
      {
        action: "tasks.run_ended",
        details: { tasks: "hand_over", count: 2, from: "Bob", to: "Max" },
      },
      { action: "tasks.run_ended", details: { tasks: "hand_over", count: 2, from: "Bob" } },
      { action: "webhook.created", ...own, details: { to: "example.com" } },
      { action: "team.created", origin: { kind: "token", id: "k", name: "CI" } },
      { action: "user.praised" },
    ]);
    await open();
    await waitForSentences([
      "Ada made themselves a member",
      "Ada activated Bob",
      "Ada deactivated their own account",
      "Ada deleted their own account",
      "Ada changed their name to Ada L.",
      "Ada changed their email address",
      "Ada changed their password",
      "Ada signed out everywhere",
      "Ada created the API token CI (read)",
      "Ada revoked the API token CI",
      "Ada added themselves to Design",
      "Unknown joined as a member",
      "Someone failed to sign in as Bob 1,200 times, from 203.0.113.0/24",
      "Ada gave 30 users the role admin",
      "Ada started a bulk action: deleted 2 users",
      "Ada undid a bulk action: deactivated 1,200 users",
      "Ada changed 600 tasks",
      "Ada undid a bulk action: deleted 1 task",
      "Ada handed over 2 tasks of Bob to Max",
      "Ada unassigned 2 tasks of Bob",
      "Ada created a webhook to example.com",
      "Ada created the team Bob with the API token CI",
      "Ada changed Bob (user.praised)",
    ]);
    expect(screen.getByRole("heading", { level: 2, name: "Mar 08, 2026" })).toBeVisible();
  });

  test("groups entries by day in the user's time zone", async () => {
    await change(bob, { role: "admin" });
    backend.clock.advance(-24 * 60 * 60 * 1000);
    await change(bob, { role: "member" });
    await open();
    await screen.findByText("Yesterday");
    const days = screen.getAllByRole("region").filter((it) => it.querySelector(":scope > h2"));
    expect(
      days.map((day) => [day.querySelector("h2")?.textContent, day.querySelectorAll("li").length]),
    ).toEqual([
      ["Today", 1],
      ["Yesterday", 2],
    ]);
    const times = entries().map((item) => item.querySelector("time")?.textContent);
    expect(times[0]).toMatch(/ ago$/);
    expect(times.slice(1)).toEqual(Array(2).fill(expect.stringMatching(/^\d+:\d\d [AP]M$/)));
  });
});

describe("a deleted task in the audit log", () => {
  async function deleteTask(): Promise<string> {
    const body = { title: "Water the plants", priority: "Low" };
    const { task } = (await byGrace("POST", "/api/tasks", body)) as TaskResponse;
    await byGrace("DELETE", `/api/tasks/${task.id}`);
    return task.id;
  }
  const findRestore = () => screen.findByRole("button", { name: "Restore Water the plants" });

  test("can be restored by keyboard: shows a toast and a new entry, and keeps the focus", async () => {
    const id = await deleteTask();
    const { user } = await open();
    const button = await findRestore();
    button.focus();
    backend.clock.advance(1_000);
    await user.keyboard("{Enter}");
    await waitForSentences([
      "Ada Lovelace restored the task Water the plants",
      JOINED,
      "Grace Hopper deleted the task Water the plants",
    ]);
    expect(await screen.findByText("Task restored", { selector: ":not(option)" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
    expect(screen.getByRole("region", { name: "Entries" })).toHaveFocus();
    expect(await grace.call("GET", `/api/tasks/${id}`)).toMatchObject({ status: 200 });
  });

  test("shows an error if the restore fails, and allows a retry", async () => {
    await deleteTask();
    backend.fail(RESTORE, { status: 500, body: {} });
    const { user } = await open();
    await user.click(await findRestore());
    expect(await screen.findByText("Failed to restore task")).toBeVisible();
    await user.click(await findRestore());
    expect(await screen.findByText("Task restored", { selector: ":not(option)" })).toBeVisible();
  });

  test("appears live when another admin deletes or restores it", async () => {
    const { store } = await renderApp({ path: "/audit", as: "admin", backend, live: fastLive() });
    await waitForSentences([JOINED]);
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("open"));
    const id = await deleteTask();
    await findRestore();
    await byGrace("POST", `/api/tasks/${id}/restore`);
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull());
    expect(sentences()[0]).toBe("Grace Hopper restored the task Water the plants");
  });
});

describe("audit log filters", () => {
  test("filter by actor, subject and action, are in the address, and follow Back", async () => {
    await change(bob, { role: "admin" });
    await change(bob, { role: "member" });
    await byGrace("POST", "/api/teams", { name: "Design" });
    const { user } = await open();
    await screen.findByText("4 entries");
    await pick(user, await choose("Done by"), "Grace Hopper");
    await screen.findByText("3 entries");
    expect(window.location.search).toBe(`?actor=${grace.user.id}`);
    await user.selectOptions(await choose("Action"), "Role changed");
    await screen.findByText("2 entries");
    await pick(user, await choose("Concerning"), /^Design/);
    expect(await screen.findByText("No entries found")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Reset filters" }));
    await screen.findByText("4 entries");
    expect(window.location.search).toBe("");
    act(() => window.history.go(-2));
    await screen.findByText("2 entries");
    expect(await choose("Action")).toHaveValue("user.role_changed");
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await screen.findByText("4 entries");
  });

  test("clicking a name filters by the entries about that user or team, even if deleted", async () => {
    await change(bob, { role: "admin" });
    await byGrace("DELETE", `/api/users/${bob.user.id}`);
    const { user } = await open();
    const [link] = await screen.findAllByRole("link", { name: "Bob Stone" });
    if (link) await user.click(link);
    await screen.findByText("2 entries");
    expect(await choose("Concerning")).toHaveTextContent("Bob Stone");
    const [actor] = screen.getAllByRole("link", { name: "Grace Hopper" });
    if (actor) await user.click(actor);
    expect(await choose("Done by")).toHaveTextContent("Grace Hopper");
    expect(await choose("Concerning")).toHaveTextContent("Concerning anyone");
  });

  test("offer every kind of action", async () => {
    await open();
    const options = within(await choose("Action")).getAllByRole<HTMLOptionElement>("option");
    expect(options.map(({ value }) => value).sort()).toEqual(["", ...AUDIT_ACTIONS].sort());
  });

  test("an address with invalid filters shows the whole log", async () => {
    await open("/audit?action=user.praised&page=none&actor=");
    await waitForSentences([JOINED]);
  });
});

test("the log's pages are in the address, end at the last one, and restart at 1 with a filter", async () => {
  for (let count = 0; count < 60; count += 1) await change(bob, { is_active: count % 2 === 1 });
  const { user } = await open("/audit?page=7");
  await waitFor(() => expect(entries()).toHaveLength(11));
  expect(window.location.search).toBe("?page=2");
  expect(screen.getByText("Page 2 of 2")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Previous" }));
  await waitFor(() => expect(entries()).toHaveLength(50));
  expect(screen.getByText("61 entries")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(entries()).toHaveLength(11));
  expect(window.location.search).toBe("?page=2");
  expect(screen.getByRole("region", { name: "Entries" })).toHaveFocus();
  await user.selectOptions(await choose("Action"), "Activated");
  await screen.findByText("30 entries");
  expect(window.location.search).toBe("?action=user.activated");
});

describe("the audit log without entries", () => {
  test("shows 'Nothing has happened yet' if the log is empty", async () => {
    answerWith([]);
    await open();
    expect(await screen.findByText("Nothing has happened yet")).toBeVisible();
  });

  test("shows a loading text while the log loads", async () => {
    const held = backend.delay(AUDIT);
    await open();
    expect(await screen.findByText("Loading the audit log…")).toBeInTheDocument();
    held.release();
    await waitForSentences([JOINED]);
  });

  test("shows an error if the log fails to load, and allows a retry", async () => {
    backend.fail(AUDIT, { status: 500, body: { error: "Broken" } });
    const { user } = await open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load the audit log");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitForSentences([JOINED]);
  });

  test.each([
    ["404", () => backend.fail(AUDIT, { status: 404, body: { error: "Not found" } }, Infinity)],
    ["a page of another kind", () => backend.answer(AUDIT, ["what"])],
  ])(
    "a server without an audit log (%s) shows a notice, and hides the link to the log",
    async (_what, answer) => {
      answer();
      const { user } = await open();
      expect(await screen.findByText("No audit log here")).toBeVisible();
      expect(screen.queryByRole("alert")).toBeNull();
      await user.click(screen.getByRole("link", { name: "User Management" }));
      await screen.findByRole("heading", { name: "User Management" });
      expect(screen.queryByRole("link", { name: "Audit Log" })).toBeNull();
    },
  );
});

describe("access to the audit log", () => {
  test("redirects members to the dashboard without fetching the log", async () => {
    await renderApp({ path: "/audit", as: "member", backend });
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(window.location.pathname).toBe("/");
    expect(backend.callsOf(AUDIT)).toEqual([]);
  });

  test("admins open the audit log from the users", async () => {
    const { user } = await renderApp({ path: "/users", as: "admin", backend });
    await user.click(await screen.findByRole("link", { name: "Audit Log" }));
    await waitForSentences([JOINED]);
    expect(document.title).toBe("Audit Log · Taskdeck");
    expect(screen.getByRole("heading", { level: 1, name: "Audit Log" })).toHaveFocus();
  });

  test("redirects an admin who is demoted while the log is open", async () => {
    const { store } = await renderApp({ path: "/audit", as: "admin", backend, live: fastLive() });
    await waitForSentences([JOINED]);
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("open"));
    const { body } = await grace.call("GET", "/api/audit");
    const [ada] = (body as AuditPageResponse).entries;
    await byGrace("PUT", `/api/users/${ada?.actor.id}`, { role: "member" });
    await screen.findByRole("heading", { name: "Dashboard" });
  });
});

describe("the last scheduled backup", () => {
  const backup = {
    started_at: "2026-03-15T03:00:00.000Z",
    ended_at: "2026-03-15T03:01:00.000Z",
    file: "taskdeck-scheduled-2026-03-15T03-00-00Z.db",
    bytes: 2_500_000,
    error: null,
    succeeded_at: "2026-03-15T03:01:00.000Z",
  };

  test("is named with its size", async () => {
    await saveLastBackup(backend.db, backup);
    await open();
    expect(
      await screen.findByText(/^Last backup: .*2026.*, checked, 2\.4 MiB \(taskdeck-scheduled/),
    ).toBeVisible();
  });

  test("is an item of the inbox after a failure, which leads to the reason", async () => {
    const failed = { ...backup, bytes: 0, error: "The disk is full", succeeded_at: null };
    await saveLastBackup(backend.db, failed);
    const { user } = await renderApp({ path: "/profile", as: "admin", backend });
    await user.click(await screen.findByRole("button", { name: "Inbox, 1 unread" }));
    await user.click(await screen.findByRole("link", { name: /The last backup failed/ }));
    expect(
      await screen.findByText(
        /^The backup of .* failed: The disk is full\. No backup has succeeded/,
      ),
    ).toBeVisible();
  });
});
