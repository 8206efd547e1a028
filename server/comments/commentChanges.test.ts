import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Comment, CommentsResponse } from "#contract/comment.ts";
import type { TaskResponse } from "#contract/task.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { mentionableUsers, newMentions } from "./mentions.ts";

let server: TestServer;
let admin: TestUser;
let bob: TestUser;
let eve: TestUser;
let url: string;
let comment: Comment;

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin", { name: "Ada" });
  bob = await server.as("member", { name: "Bob" });
  eve = await server.as("member", { name: "Eve" });
});
afterAll(() => server.close());

beforeEach(async () => {
  const made = await bob.call("POST", "/api/tasks", { title: "Talk", priority: "Low" });
  url = `/api/tasks/${(made.body as TaskResponse).task.id}/comments`;
  comment = (await bob.call("POST", url, { comment: "Helo" })).body as Comment;
  server.clock.advance(1_000);
});

const read = async () => ((await bob.call("GET", url)).body as CommentsResponse).comments;
const edit = async (user: TestUser, text: string, id = comment.id) =>
  await user.call("PATCH", `${url}/${id}`, { comment: text });

describe("a comment", () => {
  test("is edited by its author, and shows when", async () => {
    const edited = await edit(bob, "  Hello ");
    const after = { ...comment, comment: "Hello", edited_at: server.clock.time.toISOString() };
    expect(edited).toMatchObject({ status: 200, body: after });
    expect(await read()).toEqual([after]);
  });

  test("is not marked as edited if its text stays the same", async () => {
    expect((await edit(bob, "Helo")).body).toEqual(comment);
  });

  test("is changed by admins, but not by other members", async () => {
    expect((await edit(eve, "Mine")).status).toBe(403);
    expect((await eve.call("DELETE", `${url}/${comment.id}`)).status).toBe(403);
    expect(await read()).toEqual([comment]);
    expect(await edit(admin, "Moderated")).toMatchObject({
      status: 200,
      body: { user_name: "Bob", user_id: bob.user.id },
    });
    expect((await admin.call("DELETE", `${url}/${comment.id}`)).status).toBe(204);
    expect(await read()).toEqual([]);
  });

  test("is not found under another task or after its deletion", async () => {
    const other = url.replace(/[^/]+(?=\/comments)/, "none");
    expect((await bob.call("PATCH", `${other}/${comment.id}`, { comment: "x" })).status).toBe(404);
    await bob.call("DELETE", `${url}/${comment.id}`);
    expect((await edit(bob, "x")).status).toBe(404);
    expect((await bob.call("DELETE", `${url}/${comment.id}`)).status).toBe(404);
  });

  test("keeps the time of its edit when its task is deleted and restored", async () => {
    await edit(bob, "Hello");
    const before = await read();
    const task = url.replace("/comments", "");
    await bob.call("DELETE", task);
    await admin.call("POST", `${task}/restore`);
    expect(await read()).toEqual(before);
  });

  test("is edited once if the request is repeated", async () => {
    const headers = {
      authorization: `Bearer ${bob.accessToken}`,
      "idempotency-key": "0123456789abcdef",
    };
    const payload = { comment: "Once" };
    const send = async () => await server.app.inject({ method: "POST", url, headers, payload });
    const { id } = (await send()).json<Comment>();
    await edit(bob, "Twice", id);
    expect((await send()).json<Comment>()).toMatchObject({ id });
    expect(await read()).toHaveLength(2);
  });
});

test("an edit mentions only the active users whom the former text did not", async () => {
  await server.as("member", { name: "Gone", is_active: 0 });
  const text = "@Ada and @Eve and @Gone";
  const users = await mentionableUsers(server.db, text);
  expect(newMentions(text, "Only @Ada", users).map(({ name }) => name)).toEqual(["Eve"]);
  expect(await mentionableUsers(server.db, "nobody")).toEqual([]);
});
