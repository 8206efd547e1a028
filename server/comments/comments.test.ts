import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { CommentsResponse } from "#contract/comment.ts";
import type { TaskResponse } from "#contract/task.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let member: TestUser;
let url: string;

beforeAll(async () => {
  server = await startServer();
  member = await server.as("member");
});

afterAll(async () => await server.close());

beforeEach(async () => {
  const response = await member.call("POST", "/api/tasks", { title: "Talk", priority: "Low" });
  url = `/api/tasks/${(response.body as TaskResponse).task.id}/comments`;
});

const read = async () => ((await member.call("GET", url)).body as CommentsResponse).comments;

test("a comment is trimmed, keeps its lines and names its author", async () => {
  const response = await member.call("POST", url, {
    comment: "  one\n<b>two</b>  ",
    user_name: "X",
  });
  const comment = {
    id: expect.any(String) as unknown,
    comment: "one\n<b>two</b>",
    user_name: "Max Member",
    created_at: server.clock.time.toISOString(),
    user_id: member.user.id,
    edited_at: null,
  };
  expect(response).toMatchObject({ status: 201, body: comment });
  expect(await read()).toEqual([comment]);
});

test("comments are listed newest first", async () => {
  for (const comment of ["first", "second", "third"]) {
    await member.call("POST", url, { comment });
    server.clock.advance(1);
  }
  expect((await read()).map(({ comment }) => comment)).toEqual(["third", "second", "first"]);
});

test("a comment shows its author's current name; after the author's deletion, the name at the time of writing", async () => {
  const author = await server.as("member", { name: "Old Name" });
  await author.call("POST", url, { comment: "Hello" });
  const { id } = author.user;
  await server.db.updateTable("users").set({ name: "New Name" }).where("id", "=", id).execute();
  expect(await read()).toMatchObject([{ user_name: "New Name" }]);
  await server.db.deleteFrom("users").where("id", "=", id).execute();
  expect(await read()).toMatchObject([{ comment: "Hello", user_name: "Old Name" }]);
});

test.each([
  [undefined, "Comment cannot be empty"],
  [" \n\t ", "Comment cannot be empty"],
  [7, "Comment cannot be empty"],
  ["x".repeat(5_001), "Comment must be at most 5000 characters"],
])("refuses the comment %j", async (comment, msg) => {
  expect(await member.call("POST", url, { comment })).toMatchObject({
    status: 400,
    body: { errors: [{ param: "comment", msg }] },
  });
  expect(await read()).toEqual([]);
});

test("an unknown task gets 404", async () => {
  const missing = { status: 404, body: { error: "Task not found" } };
  const unknown = "/api/tasks/none/comments";
  expect(await member.call("GET", unknown)).toMatchObject(missing);
  expect(await member.call("POST", unknown, { comment: "Hello" })).toMatchObject(missing);
});
