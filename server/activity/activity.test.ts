import { describe, expect, test } from "@jest/globals";
import type { ActivityEntry, ActivityResponse } from "#contract/shapes/activity.ts";
import type { CommentsResponse } from "#contract/shapes/comment.ts";
import { HOUR_MS, MINUTE_MS } from "#contract/time.ts";
import { createTask, createTeam } from "#server/testing/create.ts";
import { insertRows } from "#server/testing/rows.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const ada = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });

async function page(query = "", by = bob): Promise<ActivityResponse> {
  const { status, body } = await by.call("GET", `/api/activity${query}`);
  expect(status).toBe(200);
  return body as ActivityResponse;
}

function line({ actor, kind, task, changes, gone }: ActivityEntry): string {
  const fields = changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`);
  return [`${actor.name} ${kind} ${task.title}${gone ? " (gone)" : ""}`, ...fields].join(", ");
}
const lines = async (query = "", by = bob) => (await page(query, by)).entries.map(line);

const create = async (title: string, by = ada, fields: object = {}) =>
  (await createTask(by, { title, assignee_id: null, ...fields })).id;
const edit = async (by: TestUser, id: string, fields: object) =>
  await by.call("PATCH", `/api/tasks/${id}`, fields);

test("names who changed what of tasks from what to what, the newest first, and nothing else", async () => {
  await ada.call("POST", "/api/teams", { name: "Crew" });
  await ada.call("PUT", `/api/users/${bob.user.id}`, { role: "admin" });
  const id = await create("Plan");
  await edit(bob, id, { title: "The plan", priority: "High" });
  await bob.call("POST", `/api/tasks/${id}/comments`, { comment: "Well done" });
  expect(await lines()).toEqual([
    "Bob commented The plan",
    "Bob changed The plan, title: Plan → The plan, priority: Low → High",
    "Ada created The plan",
  ]);
});

test("an entry about a comment leads to it", async () => {
  const id = await create("Plan");
  const comments = `/api/tasks/${id}/comments`;
  await bob.call("POST", comments, { comment: "Well done" });
  const { body } = await bob.call("GET", comments);
  const [entry] = (await page()).entries;
  const [comment] = (body as CommentsResponse).comments;
  expect(entry).toMatchObject({ comment: { id: comment?.id, excerpt: "Well done" } });
  await bob.call("DELETE", `${comments}/${comment?.id}`);
  expect((await page()).entries.map((one) => [one.kind, one.comment])).toEqual([
    ["comment_deleted", null],
    ["commented", null],
    ["created", null],
  ]);
});

test("joins one user's successive changes of a task, also among changes of other tasks", async () => {
  const [one, two] = [await create("One"), await create("Two")];
  for (const priority of ["Medium", "High"]) {
    await edit(bob, one, { priority });
    await edit(bob, two, { priority });
  }
  server.clock.advance(10 * MINUTE_MS);
  await edit(bob, one, { priority: "Low" });
  expect((await lines()).slice(0, 3)).toEqual([
    "Bob changed One, priority: High → Low",
    "Bob changed Two, priority: Low → High",
    "Bob changed One, priority: Low → High",
  ]);
});

test("a deleted task shows its deletion only, until it is restored", async () => {
  const id = await create("Secret");
  await edit(ada, id, { title: "Plan" });
  await ada.call("DELETE", `/api/tasks/${id}`);
  expect(await lines()).toEqual(["Ada deleted Plan (gone)"]);
  await ada.call("POST", `/api/tasks/${id}/restore`);
  expect(await lines()).toHaveLength(4);
});

describe("filters", () => {
  test("mine: tasks that the user has or created", async () => {
    await create("Other");
    await create("Assigned", ada, { assignee_id: bob.user.id });
    await create("Created", bob);
    expect(await lines("?scope=mine")).toEqual(["Bob created Created", "Ada created Assigned"]);
    expect(await lines("?scope=mine", ada)).toEqual(["Ada created Assigned", "Ada created Other"]);
  });

  test("teams: tasks of the user's teams, also deleted ones", async () => {
    const { id } = await createTeam(ada, "Crew");
    await ada.call("POST", `/api/teams/${id}/members`, { userId: bob.user.id });
    await create("Other");
    await create("Ours", ada, { team_id: id });
    const deleted = await create("Former", ada, { team_id: id });
    await ada.call("DELETE", `/api/tasks/${deleted}`);
    expect(await lines("?scope=teams")).toEqual(["Ada deleted Former (gone)", "Ada created Ours"]);
    expect(await lines("?scope=teams", ada)).toEqual([]);
  });

  test("actor and kind", async () => {
    const id = await create("Plan");
    await edit(bob, id, { priority: "High" });
    expect(await lines(`?actor=${ada.user.id}`)).toEqual(["Ada created Plan"]);
    expect(await lines("?kind=changed")).toEqual(["Bob changed Plan, priority: Low → High"]);
    expect(await lines(`?kind=changed&actor=${ada.user.id}&scope=&before=`)).toEqual([]);
  });
});

test("pages show every change once, also while tasks change", async () => {
  const titles = Array.from({ length: 60 }, (_, index) => `Task ${index}`);
  for (const title of titles) await create(title);
  const seen: string[] = [];
  let next: number | null = null;
  let pages = 0;
  do {
    const shown: ActivityResponse = await page(next === null ? "" : `?before=${next}`);
    seen.push(...shown.entries.map(({ task }) => task.title));
    next = shown.next;
    pages += 1;
    await create("New");
  } while (next !== null);
  expect(seen).toEqual(titles.toReversed());
  expect(pages).toBe(2);
});

test("a page checks a bounded number of changes, and says where the next one begins", async () => {
  const mine = await create("Mine", bob);
  const row = await server.db
    .selectFrom("changes")
    .selectAll()
    .where("subject_id", "=", mine)
    .executeTakeFirstOrThrow();
  const { number: _number, ...values } = row;
  const other = await create("Other");
  const rows = Array.from({ length: 12_000 }, (_, index) =>
    Object.assign({}, values, { id: `${index}`, subject_id: other }),
  );
  await insertRows(server.db, "changes", rows);
  const first = await page("?scope=mine");
  expect(first).toMatchObject({ entries: [], next: expect.any(Number) as unknown });
  const second = await page(`?scope=mine&before=${first.next}`);
  expect(second.entries.map(line)).toEqual(["Bob created Mine"]);
  expect(second.next).toBeNull();
});

describe("the digest", () => {
  const digest = async (query = "") => {
    const { entries } = await page(`?digest=true${query}`);
    return entries.map((one) => `${line(one)} (${one.count} in ${one.tasks})`);
  };

  test("sums up what one user did of one kind within an hour, also among other changes, and counts all of a long run", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 130; at += 1) ids.push(await create(`Task ${at}`));
    const [first = "", second = ""] = ids;
    for (const id of ids) await edit(ada, id, { assignee_id: bob.user.id });
    await edit(bob, first, { priority: "High" });
    await edit(ada, first, { assignee_id: ada.user.id });
    await ada.call("POST", `/api/tasks/${first}/comments`, { comment: "One" });
    await ada.call("POST", `/api/tasks/${first}/comments`, { comment: "Two" });
    server.clock.advance(61 * MINUTE_MS);
    await edit(bob, second, { assignee_id: null });
    await edit(ada, second, { assignee_id: bob.user.id });
    expect(await digest()).toEqual([
      "Ada changed Task 1, assignee: null → Bob (1 in 1)",
      "Bob changed Task 1, assignee: Bob → null (1 in 1)",
      "Ada commented Task 0 (2 in 1)",
      "Ada changed Task 0, assignee: Bob → Ada (1 in 1)",
      "Bob changed Task 0, priority: Low → High (1 in 1)",
      "Ada changed Task 129, assignee: null → Bob (130 in 130)",
      "Ada created Task 129 (130 in 130)",
    ]);
    const run = (await page("?digest=true&kind=changed")).entries.find((one) => one.count > 1);
    const { number = 0, oldest = 0 } = run ?? {};
    const singles = async (before: number) =>
      (await page(`?actor=${ada.user.id}&after=${oldest - 1}&before=${before}`)).entries;
    expect((await singles(number + 1))[0]).toMatchObject({ id: run?.id, count: 1 });
    expect(await singles(oldest + 30)).toHaveLength(30);
  });

  test("splits a line at midnight in the caller's time zone, with the right numbers", async () => {
    // In this zone the next hour begins a day.
    const next = Math.floor(server.clock.time.getTime() / HOUR_MS) + 1;
    const ahead = -next % 24;
    const timeZone = `Etc/GMT${ahead > -12 ? "+" : "-"}${Math.abs(ahead > -12 ? ahead : ahead + 24)}`;
    server.clock.advance(next * HOUR_MS - 10 * MINUTE_MS - server.clock.time.getTime());
    await create("Before 1");
    await create("Before 2");
    server.clock.advance(30 * MINUTE_MS);
    await create("After");
    const get = async (url: string) =>
      (await bob.call("GET", url, undefined, { "x-time-zone": timeZone })).body;
    const { entries } = (await get("/api/activity?digest=true")) as ActivityResponse;
    expect(entries.map(({ at, count }) => [at.slice(14, 16), count])).toEqual([
      ["20", 1],
      ["50", 2],
    ]);
    const [, before] = entries;
    const unread = `/api/activity/unread?after=${(before?.oldest ?? 0) - 1}`;
    expect(await get(unread)).toMatchObject({ lines: 2 });
  });

  test("counts the lines that are new to the user, without their own", async () => {
    const unread = async (query = "") =>
      (await bob.call("GET", `/api/activity/unread${query}`)).body;
    const id = await create("Plan");
    expect(await unread()).toEqual({ lines: 0, more: false, since: null });
    const [seen] = (await page()).entries;
    await bob.call("POST", "/api/activity/seen", { until: seen?.number });
    for (let at = 0; at < 120; at += 1) await create(`Task ${at}`);
    await edit(ada, id, { priority: "High" });
    await create("Own", bob);
    expect(await unread()).toEqual({ lines: 2, more: false, since: seen?.at });
    expect(await unread("?kind=changed")).toMatchObject({ lines: 1 });
    const { entries } = await page();
    expect(await unread(`?after=${entries[1]?.number}`)).toMatchObject({ lines: 0 });
  });
});

test("remembers for each user how far they have read, never backwards", async () => {
  await create("One");
  await create("Two");
  const { entries, seen } = await page();
  expect(seen).toBe(0);
  const [newest, oldest] = entries.map(({ number }) => number);
  const mark = async (until: unknown) => await bob.call("POST", "/api/activity/seen", { until });
  expect((await mark(newest)).status).toBe(204);
  await mark(oldest);
  expect(await page()).toMatchObject({ seen: newest });
  expect(await page("", ada)).toMatchObject({ seen: 0 });
  await mark(Number.MAX_SAFE_INTEGER);
  const id = await create("Three");
  const [entry] = (await page()).entries;
  expect(entry).toMatchObject({ task: { id } });
  expect((await page()).seen).toBeLessThan(entry?.number ?? 0);
});
