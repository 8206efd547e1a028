import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startServer, type TestServer, type TestUser } from "./testing.ts";

let server: TestServer;
let ada: TestUser;
let taskId: string;

beforeAll(async () => {
  server = await startServer();
  ada = await server.as("member");
  const task = { title: "Talk about it", description: "", status: "Todo", priority: "Low" };
  const { body } = await ada.call("POST", "/api/tasks", task);
  taskId = (body as { task: { id: string } }).task.id;
});
afterAll(() => server.close());

const send = ({ accessToken }: TestUser, attempt: string, comment: string) =>
  server.app.inject({
    method: "POST",
    url: `/api/tasks/${taskId}/comments`,
    headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": attempt },
    payload: { comment },
  });

async function said(text: string): Promise<number> {
  const { body } = await ada.call("GET", `/api/tasks/${taskId}/comments`);
  return (body as { comments: { comment: string }[] }).comments.filter(
    ({ comment }) => comment === text,
  ).length;
}

test("a call that a browser repeats is carried out once, and answered alike", async () => {
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
  expect(await said("Once")).toBe(1);
});

test("a refusal is repeated too", async () => {
  const first = await send(ada, "attempt-number-0002", " ");
  const repeat = await send(ada, "attempt-number-0002", " ");
  expect(first.statusCode).toBe(400);
  expect(repeat.statusCode).toBe(400);
  expect(repeat.json()).toEqual(first.json());
});

test("another attempt, another session and a later time are no repeats", async () => {
  const bob = await server.as("member");
  await send(ada, "attempt-number-0003", "Again");
  await send(ada, "attempt-number-0004", "Again");
  await send(bob, "attempt-number-0003", "Again");
  server.clock.advance(61_000);
  await send(ada, "attempt-number-0003", "Again");
  expect(await said("Again")).toBe(4);
});

test("a name that is no name is passed over", async () => {
  for (const name of ["x", "a".repeat(65), "spaces in it, sixteen"]) {
    await send(ada, name, "Odd");
    await send(ada, name, "Odd");
  }
  expect(await said("Odd")).toBe(6);
});

test("the same name for another call is no repeat", async () => {
  await send(ada, "attempt-number-0005", "Named");
  const headers = {
    authorization: `Bearer ${ada.accessToken}`,
    "idempotency-key": "attempt-number-0005",
  };
  const moved = await server.app.inject({
    method: "PATCH",
    url: `/api/kanban/${taskId}/status`,
    headers,
    payload: { status: "Done" },
  });
  expect([moved.statusCode, moved.json<unknown>()]).toMatchObject([
    200,
    { task: { id: taskId, status: "Done" } },
  ]);
});
