import { beforeEach, describe, expect, test } from "@jest/globals";
import type { TaskHistoryResponse } from "#contract/shapes/taskHistory.ts";
import { DESCRIPTION_MAX } from "#contract/task.ts";
import { HISTORY_TEXT_MAX } from "#contract/taskHistory.ts";
import { DAY_MS, MINUTE_MS } from "#contract/time.ts";
import { purgeDeletedTasks } from "#server/tasks/deletedTasks.ts";
import { createTask, createTeam } from "#server/testing/create.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

/** Longer than the time within which the history joins changes. */
const LATER_MS = 10 * MINUTE_MS;

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });
let id: string;

beforeEach(async () => {
  const fields = { title: "Water the plants", description: "All", priority: "High" };
  ({ id } = await createTask(admin, { ...fields, assignee_id: null }));
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
    const team = await createTeam(admin, "Garden");
    await edit(admin, {
      title: "Water all plants",
      priority: "Low",
      due_date: "2026-04-01",
      assignee_id: bob.user.id,
      team_id: team.id,
    });
    await move(bob, "Done");
    expect(await lines()).toEqual([
      "Ada created",
      "Ada changed, title: Water the plants → Water all plants, priority: High → Low, due_date: null → 2026-04-01, assignee: null → Bob, team: null → Garden",
      "Bob changed, status: Todo → Done",
    ]);
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

  test("survives the task's deletion and restoration, until the task is purged; the audit log keeps its part", async () => {
    await bob.call("DELETE", `/api/tasks/${id}`);
    expect((await bob.call("GET", `/api/tasks/${id}/history`)).status).toBe(404);
    await admin.call("POST", `/api/tasks/${id}/restore`);
    expect(await lines()).toEqual(["Ada created", "Bob deleted", "Ada restored"]);
    const unknown = await bob.call("GET", `/api/tasks/${id}/history?before=none`);
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ param: "before" }] } });
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
});
