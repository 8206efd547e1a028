import type { Socket } from "node:net";
import { beforeAll, expect, test } from "@jest/globals";
import type { CommentsResponse } from "#contract/shapes/comment.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import type { TeamResponse } from "#contract/shapes/team.ts";
import { onCommit } from "#server/db/transaction.ts";
import { REUSED } from "#server/testing/repeats.ts";
import { type TestUser } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";

/* Repeats of a request that is under way. lateRepeats.test.ts has the later ones. */

const server = fileServer();
let ada: TestUser;
let task: string;

beforeAll(async () => {
  ada = await server.as("member");
  const input = { title: "Talk about it", priority: "Low" };
  const made = await ada.call("POST", "/api/tasks", input);
  task = `/api/tasks/${(made.body as TaskResponse).task.id}`;
});

/** Sends a comment. */
const send = ({ accessToken }: TestUser, key: string, comment: string, url = task) =>
  server.app.inject({
    method: "POST",
    url: `${url}/comments`,
    headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": key },
    payload: { comment },
  });

/** The number of comments with this text. */
async function commentCount(text: string): Promise<number> {
  const { body } = await ada.call("GET", `${task}/comments`);
  return (body as CommentsResponse).comments.filter(({ comment }) => comment === text).length;
}

test("a repeated request is carried out once, and gets the same response", async () => {
  const [first, repeat] = await Promise.all([
    send(ada, "attempt-number-0001", "Once"),
    send(ada, "attempt-number-0001", "Once"),
  ]);
  expect(first.statusCode).toBe(201);
  expect(repeat.statusCode).toBe(201);
  expect(repeat.json()).toEqual(first.json());
  expect(repeat.headers["content-type"]).toBe(first.headers["content-type"]);
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
  const input = { title: "To be deleted", priority: "Low" };
  const { id } = ((await admin.call("POST", "/api/tasks", input)).body as TaskResponse).task;
  const { team } = (await admin.call("POST", "/api/teams", { name: "Crew" })).body as TeamResponse;
  const members = `/api/teams/${team.id}/members`;
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

test("requests with another key, of another session or to another route are not treated as retries", async () => {
  const bob = await server.as("member");
  const input = { title: "Another", priority: "Low" };
  const { body } = await ada.call("POST", "/api/tasks", input);
  const other = `/api/tasks/${(body as TaskResponse).task.id}`;
  const answers = await Promise.all([
    send(ada, "attempt-number-0003", "Again"),
    send(ada, "attempt-number-0004", "Again"),
    send(bob, "attempt-number-0003", "Again"),
    send(ada, "attempt-number-0003", "Again", other),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
  expect(await commentCount("Again")).toBe(3);
});

test("a key with another body is refused, and only the first request is carried out", async () => {
  const texts = ["One", "Other"];
  const answers = await Promise.all(texts.map((text) => send(ada, "attempt-number-0011", text)));
  // Their sessions are read at the same time, so either may be the first.
  const first = answers.findIndex(({ statusCode }) => statusCode === 201);
  const refused = answers[1 - first];
  expect([refused?.statusCode, refused?.json()]).toEqual([422, REUSED]);
  expect(await Promise.all(texts.map(commentCount))).toEqual(first === 0 ? [1, 0] : [0, 1]);
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
