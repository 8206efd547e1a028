import { describe, expect, test } from "@jest/globals";
import type { Task } from "#contract/shapes/task.ts";
import { taskValues } from "#contract/taskFields.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { matchesVersion } from "./edit.ts";
import { findTask, updateTask } from "./queries.ts";

const server = sharedServer();
const ada = sharedUser(server, "admin");
const max = sharedUser(server, "member");

interface TestResponse {
  status: number;
  etag: unknown;
  body: { task: Task; error?: string };
}

async function send(
  method: "GET" | "POST" | "PUT" | "PATCH",
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const answer = await max.call(method, url, payload, headers);
  const body = answer.body as TestResponse["body"];
  return { status: answer.status, etag: answer.headers["etag"], body };
}

const input = { title: "Write the report", priority: "Medium" };

async function create(): Promise<{ url: string; etag: string; task: Task }> {
  const { etag, body } = await send("POST", "/api/tasks", input);
  return { url: `/api/tasks/${body.task.id}`, etag: String(etag), task: body.task };
}

const put = (url: string, fields: object, ifMatch?: string) =>
  send("PUT", url, { ...input, ...fields }, ifMatch === undefined ? {} : { "if-match": ifMatch });

describe("a task's entity tag", () => {
  test("is strong, and sent with every response that contains the task", async () => {
    const { url, etag } = await create();
    expect(etag).toMatch(/^"\d+"$/);
    expect(await send("GET", url)).toMatchObject({ status: 200, etag });
  });

  test("changes after an edit and after a move", async () => {
    const { url, etag, task } = await create();
    const edited = await put(url, { title: "Another title" });
    expect(edited).toMatchObject({ status: 200, body: { task: { title: "Another title" } } });
    const moved = await send("PATCH", `/api/kanban/${task.id}/status`, { status: "Done" });
    expect(moved).toMatchObject({ status: 200, body: { task: { status: "Done" } } });
    expect(new Set([etag, edited.etag, moved.etag]).size).toBe(3);
    expect(await send("GET", url)).toMatchObject({ etag: moved.etag });
  });

  test("refuses a move of another version, and the response has the current task", async () => {
    const { url, etag, task } = await create();
    await put(url, { title: "Another title" });
    const move = { status: "Done" };
    const path = `/api/kanban/${task.id}/status`;
    const refused = await send("PATCH", path, move, { "if-match": etag });
    expect(refused).toMatchObject({
      status: 412,
      body: { task: { title: "Another title", status: "Todo" } },
    });
    const { etag: current } = await send("GET", url);
    const moved = await send("PATCH", path, move, { "if-match": String(current) });
    expect(moved).toMatchObject({ status: 200, body: { task: { status: "Done" } } });
  });

  test("stays the same if an edit or a move changes nothing", async () => {
    const { url, etag, task } = await create();
    server.clock.advance(1_000);
    const before = (await send("GET", url)).body;
    expect(await put(url, { title: "  Write the report " })).toMatchObject({ status: 200, etag });
    const moved = await send("PATCH", `/api/kanban/${task.id}/status`, { status: "Todo" });
    expect(moved).toMatchObject({ status: 200, etag });
    expect((await send("GET", url)).body).toEqual(before);
  });

  test("changes when the assignee's deletion unassigns the task", async () => {
    const leaver = await server.as("member");
    const { url } = await create();
    const { etag } = await put(url, { assignee_id: leaver.user.id });
    await ada.call("DELETE", `/api/users/${leaver.user.id}`);
    const now = await send("GET", url);
    expect(now.body.task.assignee_id).toBeNull();
    expect(now.etag).not.toBe(etag);
  });
});

describe("PUT with If-Match", () => {
  test("of another version writes nothing: 412 with the current task", async () => {
    const { url, etag } = await create();
    const answer = await put(url, { title: "Mine" }, '"other"');
    expect(answer).toMatchObject({
      status: 412,
      etag,
      body: { error: "Another user has changed the task" },
    });
    const now = await send("GET", url);
    expect(now).toMatchObject({ etag, body: { task: { title: "Write the report" } } });
    expect(answer.body.task).toEqual(now.body.task);
    const saved = await put(url, { title: "Mine" }, etag);
    expect(saved).toMatchObject({ status: 200, body: { task: { title: "Mine" } } });
    expect(await send("GET", url)).toMatchObject({ etag: saved.etag });
  });

  test("412 names the user of the last change, and nobody for a task that was only created", async () => {
    const { url, etag } = await create();
    expect((await put(url, { title: "Mine" }, '"other"')).body).toMatchObject({ changed_by: null });
    await put(url, { title: "Mine" }, etag);
    const refused = await put(url, { title: "Theirs" }, etag);
    expect(refused.body).toMatchObject({
      changed_by: { id: max.user.id, name: max.user.name },
    });
  });

  test("404 precedes 412, which precedes validation errors; a malformed one is refused", async () => {
    const { url, etag } = await create();
    expect(await put(url, { title: "Mine" }, "1")).toMatchObject({
      status: 400,
      body: { error: 'If-Match must be "*" or a list of entity tags' },
    });
    expect(await send("GET", url)).toMatchObject({ etag });
    expect(await put(url, { title: "" }, '"other"')).toMatchObject({ status: 412 });
    expect(await put("/api/tasks/none", input, '"other"')).toMatchObject({ status: 404 });
    expect(await put("/api/tasks/none", input, "*")).toMatchObject({ status: 404 });
  });

  test("one of many concurrent edits with the same tag succeeds", async () => {
    const { url, etag } = await create();
    const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
    const answers = await Promise.all(titles.map((title) => put(url, { title }, etag)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await send("GET", url)).body.task.title).toBe(won[0]?.body.task.title);
  });
});

test("PUT without If-Match overwrites, also concurrently", async () => {
  const { url, etag } = await create();
  const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
  const answers = await Promise.all(titles.map((title) => put(url, { title })));
  expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
  expect(new Set(answers.map((answer) => answer.etag).concat(etag)).size).toBe(21);
});

test("updateTask doesn't overwrite a change made since the task was read", async () => {
  const { url, task } = await create();
  const stale = await findTask(server.db, task.id);
  if (!stale) throw new Error("It is not there");
  await put(url, { title: "Theirs" });
  const unchanged = taskValues(stale);
  const update = (values: typeof unchanged) =>
    updateTask(server.db, stale, values, server.clock.time);
  await expect(update({ ...unchanged, title: "Mine" })).rejects.toThrow("has changed since");
  expect(await update(unchanged)).toMatchObject({ title: "Theirs" });
  expect((await send("GET", url)).body.task.title).toBe("Theirs");
});

test.each([
  ['"3"', true],
  ["*", true],
  ['"other", W/"x,y",, "3" ,', true],
  [`${'"x",\t'.repeat(3_000)} "3"`, true],
  ['"4"', false],
  ['W/"3"', false],
  ['"a3"', false],
])("If-Match: %s allows a change of version 3: %s", (ifMatch, isAllowed) => {
  expect(matchesVersion(ifMatch, '"3"')).toBe(isAllowed);
});

test.each(["", "1", '"1', '"1" x', '*, "1"', "W/1", "'1'", '"a b"', ","])(
  "If-Match: %s is malformed",
  (ifMatch) => expect(() => matchesVersion(ifMatch, '"1"')).toThrow("If-Match must be"),
);
