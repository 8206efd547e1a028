import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TaskResponse } from "#contract/task.ts";
import type { TeamResponse } from "#contract/team.ts";
import { onCommit } from "#server/db/transaction.ts";
import { REUSED, type RepeatServer, sendWith, startRepeatServer } from "#server/testing/repeats.ts";
import type { TestUser } from "#server/testing/server.ts";

let server: RepeatServer["server"];
let ada: RepeatServer["ada"];
let taskId: string;
let comments: string;
let commentCount: RepeatServer["commentCount"];

beforeAll(async () => {
  ({ server, ada, taskId, comments, commentCount } = await startRepeatServer());
});
afterAll(() => server.close());

const send = ({ accessToken }: TestUser, attempt: string, comment: string) =>
  server.app.inject({
    method: "POST",
    url: comments,
    headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": attempt },
    payload: { comment },
  });

test("a repeated request is carried out once, and gets the same response", async () => {
  const [first, repeat] = await Promise.all([
    send(ada, "attempt-number-0001", "Once"),
    send(ada, "attempt-number-0001", "Once"),
  ]);
  const later = await send(ada, "attempt-number-0001", "Once");
  for (const answer of [repeat, later]) {
    expect(answer.statusCode).toBe(first.statusCode);
    expect(answer.json()).toEqual(first.json());
    expect(answer.headers["content-type"]).toBe(first.headers["content-type"]);
  }
  expect(first.statusCode).toBe(201);
  expect(await commentCount("Once")).toBe(1);
});

test("a repeat gets the response even if the first request lost its connection", async () => {
  const admin = await server.as("admin");
  const base = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const sockets: Socket[] = [];
  server.app.server.on("connection", (socket) => sockets.push(socket));
  const cut = onCommit(server.db, () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  const [task, team] = await Promise.all([
    admin.call("POST", "/api/tasks", { title: "To be deleted", priority: "Low" }),
    admin.call("POST", "/api/teams", { name: "Crew" }),
  ]);
  const { id } = (task.body as TaskResponse).task;
  const members = `/api/teams/${(team.body as TeamResponse).team.id}/members`;
  await admin.call("POST", members, { userId: ada.user.id });
  const headers = {
    authorization: `Bearer ${admin.accessToken}`,
    "idempotency-key": "attempt-number-0007",
  };
  const { id: bob } = (await server.as("member")).user;
  for (const url of [`/api/tasks/${id}`, `${members}/${ada.user.id}`, `/api/users/${bob}`]) {
    await expect(fetch(base + url, { method: "DELETE", headers })).rejects.toThrow();
    const repeat = await server.app.inject({ method: "DELETE", url, headers });
    expect([url, repeat.statusCode, repeat.body]).toEqual([url, 204, ""]);
  }
  cut();
});

test("a repeat of a refused request gets the same refusal", async () => {
  const first = await send(ada, "attempt-number-0002", " ");
  const repeat = await send(ada, "attempt-number-0002", " ");
  expect(first.statusCode).toBe(400);
  expect(repeat.statusCode).toBe(400);
  expect(repeat.json()).toEqual(first.json());
});

test("requests with another key or of another session are not treated as retries", async () => {
  const bob = await server.as("member");
  await send(ada, "attempt-number-0003", "Again");
  await send(ada, "attempt-number-0004", "Again");
  await send(bob, "attempt-number-0003", "Again");
  expect(await commentCount("Again")).toBe(3);
});

describe("a key with another body", () => {
  test("is refused, and only the first request is carried out", async () => {
    const sendTo = sendWith(await server.as("member"), "attempt-number-0011");
    const add = (comment: string) => sendTo(server.app, { url: comments, payload: { comment } });
    const texts = ["One", "Other"];
    const answers = await Promise.all(texts.map(add));
    // Their sessions are read at the same time, so either may be the first.
    const first = answers.findIndex(([status]) => status === 201);
    expect(answers[1 - first]).toEqual([422, REUSED]);
    expect(await Promise.all(texts.map(commentCount))).toEqual(first === 0 ? [1, 0] : [0, 1]);
    expect(await add(texts[first] ?? "")).toEqual(answers[first]);
  });

  test("is refused for every method that changes something", async () => {
    const sendTo = sendWith(await server.as("admin"), "attempt-number-0011");
    const move = (status: string) =>
      sendTo(server.app, {
        method: "PATCH",
        url: `/api/kanban/${taskId}/status`,
        payload: { status },
      });
    await move("Done");
    expect(await move("Todo")).toEqual([422, REUSED]);
  });
});

test("a body of 10,000 nested objects is refused with a 400", async () => {
  const authorization = `Bearer ${(await server.as("member")).accessToken}`;
  const { statusCode } = await server.app.inject({
    method: "PATCH",
    url: `/api/kanban/${taskId}/status`,
    headers: {
      authorization,
      "content-type": "application/json",
      "idempotency-key": "attempt-number-0012",
    },
    payload: `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  });
  expect(statusCode).toBe(400);
});

test.each(["", "x", "a".repeat(65), "spaces in it, sixteen"])(
  "a change with the malformed key %j is refused, not carried out at each repeat",
  async (key) => {
    const answer = await send(ada, key, "Odd");
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: "An Idempotency-Key must be 16 to 64 letters, digits, hyphens or underscores" },
    ]);
    expect(await commentCount("Odd")).toBe(0);
  },
);

test("the same key on another route is not treated as a retry", async () => {
  await send(ada, "attempt-number-0005", "Named");
  const moved = await sendWith(ada, "attempt-number-0005")(server.app, {
    method: "PATCH",
    url: `/api/kanban/${taskId}/status`,
    payload: { status: "Done" },
  });
  expect(moved).toMatchObject([200, { task: { id: taskId, status: "Done" } }]);
});
