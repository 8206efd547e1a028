import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import type { Team } from "#contract/shapes/team.ts";
import { saveLastBackup } from "#server/db/backup/scheduled.ts";
import { renderApp } from "#testing/renderApp.tsx";
import {
  AUDIT,
  type Audit,
  entries,
  JOINED,
  startAudit,
  waitForSentences,
} from "#testing/screens/auditPage.ts";

const backup = {
  started_at: "2026-03-15T03:00:00.000Z",
  ended_at: "2026-03-15T03:01:00.000Z",
  file: "taskdeck-scheduled-2026-03-15T03-00-00Z.db",
  bytes: 2_500_000,
  error: null,
  succeeded_at: "2026-03-15T03:01:00.000Z",
};

let backend: Audit["backend"];
let bob: Audit["bob"];
let byGrace: Audit["byGrace"];
let change: Audit["change"];
let open: Audit["open"];
let answerWith: Audit["answerWith"];

beforeEach(async () => {
  ({ backend, bob, byGrace, change, open, answerWith } = await startAudit());
});

describe("the audit log", () => {
  test("lists who did what to whom as sentences, newest first, and names the last scheduled backup with its size", async () => {
    await change(bob, { role: "admin" });
    await change(bob, { is_active: false });
    const { team } = (await byGrace("POST", "/api/teams", { name: "Design" })) as { team: Team };
    const members = `/api/teams/${team.id}/members`;
    await byGrace("POST", members, { userId: bob.user.id });
    await byGrace("DELETE", `${members}/${bob.user.id}`);
    await byGrace("DELETE", `/api/users/${bob.user.id}`);
    await saveLastBackup(backend.db, backup);
    const held = backend.delay(AUDIT);
    await open();
    expect(await screen.findByText("Loading the audit log…")).toBeInTheDocument();
    held.release();
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
    const text = /^Last backup: .*2026.*, checked, 2\.4 MiB \(taskdeck-scheduled/;
    expect(await screen.findByText(text)).toBeVisible();
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
      {
        action: "reset_link.made",
        actor: { id: "someone", name: "Someone" },
        details: { count: 3, network: "203.0.113.0/24" },
      },
      { action: "user.session_revoked", actor: { id: "server", name: "Server" } },
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
      { action: "label.changed", details: { from: "Bug", to: "Fault" } },
      { action: "label.merged", details: { to: "Defect", count: 2 } },
      { action: "label.deleted", details: { count: 1 } },
      { action: "view.changed", details: { to: "shared" } },
      { action: "view.changed", details: { from: "Now", to: "Soon" } },
      { action: "view.deleted" },
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
      "Someone made a password reset link for Bob 3 times, from 203.0.113.0/24",
      "Server ended a session of Bob because its refresh token was copied",
      "Ada gave 30 users the role admin",
      "Ada started a bulk action: deleted 2 users",
      "Ada undid a bulk action: deactivated 1,200 users",
      "Ada changed 600 tasks",
      "Ada undid a bulk action: deleted 1 task",
      "Ada handed over 2 tasks of Bob to Max",
      "Ada unassigned 2 tasks of Bob",
      "Ada created a webhook to example.com",
      "Ada created the team Bob with the API token CI",
      "Ada changed the label Bob from Bug to Fault",
      "Ada merged the label Bob into Defect (2 tasks)",
      "Ada deleted the label Bob (1 task)",
      "Ada changed the view Bob so that all see it",
      "Ada changed the view Bob from Now to Soon",
      "Ada deleted the view Bob",
      "Ada changed Bob (user.praised)",
    ]);
    expect(screen.getByRole("heading", { level: 2, name: "Sunday, Mar 08, 2026" })).toBeVisible();
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

describe("the audit log without entries", () => {
  test("shows an error if the log fails to load, and after a retry that nothing has happened yet", async () => {
    backend.fail(AUDIT, { status: 500, body: { error: "Broken" } });
    const { user } = await open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load the audit log");
    answerWith([]);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Nothing has happened yet")).toBeVisible();
  });

  test.each([
    ["404", () => backend.fail(AUDIT, { status: 404, body: { error: "Not found" } }, Infinity)],
    ["a page of another kind", () => backend.answer(AUDIT, ["what"])],
  ])("a server without an audit log (%s) shows a notice", async (_what, answer) => {
    answer();
    const { user } = await renderApp({ path: "/audit", as: "admin", backend });
    expect(await screen.findByText("No audit log here")).toBeVisible();
    expect(document.title).toBe("Audit Log · Taskdeck");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("link", { name: "User Management" }));
    await screen.findByRole("heading", { name: "User Management" });
  });
});

test("a failed backup is an item of the inbox, which leads to the reason", async () => {
  const failed = { ...backup, bytes: 0, error: "The disk is full", succeeded_at: null };
  await saveLastBackup(backend.db, failed);
  const { user } = await renderApp({ path: "/profile", as: "admin", backend });
  await user.click(await screen.findByRole("button", { name: "Inbox, 1 unread" }));
  await user.click(await screen.findByRole("link", { name: /The last backup failed/ }));
  const text = /^The backup of .* failed: The disk is full\. No backup has succeeded/;
  expect(await screen.findByText(text)).toBeVisible();
});
