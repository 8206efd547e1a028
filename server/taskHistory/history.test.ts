import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { DESCRIPTION_MAX, type TaskResponse } from "#contract/task.ts";
import { HISTORY_TEXT_MAX, type TaskHistoryResponse } from "#contract/taskHistory.ts";
import type { TeamResponse } from "#contract/team.ts";
import { DAY_MS, MINUTE_MS } from "#contract/time.ts";
import { purgeDeletedTasks } from "#server/tasks/deletedTasks.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

/** Longer than the time within which the history joins changes. */
const LATER_MS = 10 * MINUTE_MS;

let server: TestServer;
let admin: TestUser;
let bob: TestUser;
let id: string;

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin", { name: "Ada" });
  bob = await server.as("member", { name: "Bob" });
});
afterAll(() => server.close());

beforeEach(async () => {
  const body = { title: "Water the plants", description: "All", priority: "High" };
  const made = await admin.call("POST", "/api/tasks", { ...body, assignee_id: null });
  id = (made.body as TaskResponse).task.id;
});

async function page(query = ""): Promise<TaskHistoryResponse> {
  const { body } = await bob.call("GET", `/api/tasks/${id}/history${query}`);
  return body as TaskHistoryResponse;
}

/** The history, oldest first, as lines of text. */
async function lines(): Promise<string[]> {
  const { entries } = await page();
  return entries.toReversed().map(({ actor, kind, changes }) => {
    const fields = changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`);
    return [`${actor.name} ${kind}`, ...fields].join(", ");
  });
}

const move = async (user: TestUser, status: string) =>
  await user.call("PATCH", `/api/kanban/${id}/status`, { status });
const edit = async (user: TestUser, body: object) =>
  await user.call("PUT", `/api/tasks/${id}`, {
    title: "Water the plants",
    priority: "High",
    ...body,
  });

describe("a task's history", () => {
  test("names who created, changed and moved it, with the former and new values", async () => {
    const team = (await admin.call("POST", "/api/teams", { name: "Garden" })).body as TeamResponse;
    await edit(admin, {
      title: "Water all plants",
      priority: "Low",
      due_date: "2026-04-01",
      assignee_id: bob.user.id,
      team_id: team.team.id,
    });
    await move(bob, "Done");
    expect(await lines()).toEqual([
      "Ada created",
      "Ada changed, title: Water the plants → Water all plants, priority: High → Low, due_date: null → 2026-04-01, assignee: null → Bob, team: null → Garden",
      "Bob changed, status: Todo → Done",
    ]);
  });

  test("has no entry for a change that changes nothing", async () => {
    await edit(admin, {});
    await move(bob, "Todo");
    expect(await lines()).toEqual(["Ada created"]);
  });

  test("joins a burst of one user's changes, without those that the user reverted", async () => {
    await move(bob, "In Progress");
    server.clock.advance(MINUTE_MS);
    await edit(bob, { priority: "Low", status: "Done" });
    expect(await lines()).toEqual([
      "Ada created",
      "Bob changed, status: Todo → Done, priority: High → Low",
    ]);
    await edit(bob, { priority: "High", status: "Todo" });
    expect(await lines()).toEqual(["Ada created"]);
  });

  test("joins no changes of different users, or with a pause between them", async () => {
    await move(bob, "Done");
    await move(admin, "Todo");
    server.clock.advance(LATER_MS);
    await move(admin, "Done");
    expect(await lines()).toEqual([
      "Ada created",
      "Bob changed, status: Todo → Done",
      "Ada changed, status: Done → Todo",
      "Ada changed, status: Todo → Done",
    ]);
  });

  test("keeps the differing lines of a description, in order and up to 1,000 characters", async () => {
    await edit(bob, { description: "one\ntwo\nthree\nfour" });
    await edit(bob, { description: "one\ntwo\nthree\n4" });
    const { entries } = await page();
    expect(entries.slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ field: "description", from: "…\nthree\nfour", to: "…\nthree\n4" }],
      [{ field: "description", from: "All", to: "one\ntwo\nthree\nfour" }],
    ]);
    await edit(bob, { description: `${"😀".repeat(DESCRIPTION_MAX - 1)}x` });
    await edit(bob, { description: `${"😀".repeat(DESCRIPTION_MAX - 1)}y` });
    const [newest, before] = (await page()).entries;
    const texts = [...(newest?.changes ?? []), ...(before?.changes ?? [])];
    for (const { from, to } of texts) {
      expect((from ?? "").length).toBeLessThanOrEqual(HISTORY_TEXT_MAX);
      expect((to ?? "").length).toBeLessThanOrEqual(HISTORY_TEXT_MAX);
    }
    expect(newest?.changes).toMatchObject([
      { from: expect.stringMatching(/^…😀+x$/u), to: expect.stringMatching(/^…😀+y$/u) },
    ]);
  });

  test("records comments, their edits and their deletion, without their text", async () => {
    const url = `/api/tasks/${id}/comments`;
    server.clock.advance(1);
    const { body } = await bob.call("POST", url, { comment: "A secret" });
    const comment = `${url}/${(body as { id: string }).id}`;
    server.clock.advance(1);
    await bob.call("PATCH", comment, { comment: "Another" });
    await admin.call("DELETE", comment);
    expect(await lines()).toEqual([
      "Ada created",
      "Bob commented",
      "Bob comment_edited",
      "Ada comment_deleted",
    ]);
  });

  test("records that the assignee's account was deleted", async () => {
    const eve = await server.as("member", { name: "Eve" });
    await edit(admin, { assignee_id: eve.user.id });
    server.clock.advance(LATER_MS);
    await admin.call("DELETE", `/api/users/${eve.user.id}`);
    expect(await lines()).toEqual([
      "Ada created",
      "Ada changed, assignee: null → Eve",
      "Ada changed, assignee: Eve → null",
    ]);
  });

  test("survives the task's deletion and restoration, until the task is purged; the audit log keeps its part", async () => {
    await bob.call("DELETE", `/api/tasks/${id}`);
    expect((await bob.call("GET", `/api/tasks/${id}/history`)).status).toBe(404);
    await admin.call("POST", `/api/tasks/${id}/restore`);
    expect(await lines()).toEqual(["Ada created", "Bob deleted", "Ada restored"]);
    await bob.call("DELETE", `/api/tasks/${id}`);
    await purgeDeletedTasks(server.db, new Date(server.clock.time.getTime() + 31 * DAY_MS));
    const rows = await server.db
      .selectFrom("changes")
      .select("kind")
      .where("subject_id", "=", id)
      .orderBy("number")
      .execute();
    const kinds = rows.map(({ kind }) => kind);
    expect(kinds).toEqual(["task.deleted", "task.restored", "task.deleted"]);
  });

  test("is read in pages", async () => {
    for (const status of ["Done", "Todo", "Done"]) {
      server.clock.advance(LATER_MS);
      await move(bob, status);
    }
    const newest = await page("?limit=2");
    expect(newest).toMatchObject({ hasOlder: true, entries: [{ kind: "changed" }, {}] });
    const older = await page(`?limit=2&before=${newest.entries.at(-1)?.id}`);
    expect(older).toMatchObject({
      hasOlder: false,
      entries: [{ kind: "changed" }, { kind: "created" }],
    });
    const unknown = await bob.call("GET", `/api/tasks/${id}/history?before=none`);
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ param: "before" }] } });
  });
});
