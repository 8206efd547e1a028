import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Comment, CommentsResponse } from "#contract/shapes/comment.ts";
import { createTask } from "#server/testing/create.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { mentionableUsers, newMentions } from "./mentions.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });
const eve = sharedUser(server, "member", { name: "Eve" });
let url: string;

beforeEach(async () => {
  url = `/api/tasks/${(await createTask(bob)).id}/comments`;
});

const read = async () => ((await bob.call("GET", url)).body as CommentsResponse).comments;
const write = async (comment: string) => (await bob.call("POST", url, { comment })).body as Comment;

test("a comment is trimmed, keeps its lines and names its author", async () => {
  const response = await bob.call("POST", url, {
    comment: "  one\n<b>two</b>  ",
    user_name: "X",
  });
  const comment = {
    id: expect.any(String) as unknown,
    comment: "one\n<b>two</b>",
    user_name: "Bob",
    created_at: server.clock.time.toISOString(),
    user_id: bob.user.id,
    edited_at: null,
  };
  expect(response).toMatchObject({ status: 201, body: comment });
  expect(await read()).toEqual([comment]);
});

test("comments are listed newest first", async () => {
  for (const comment of ["first", "second", "third"]) {
    await bob.call("POST", url, { comment });
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

describe("a comment that was written", () => {
  let comment: Comment;

  beforeEach(async () => {
    comment = await write("Helo");
    server.clock.advance(1_000);
  });
  const edit = async (user: TestUser, text: string) =>
    await user.call("PATCH", `${url}/${comment.id}`, { comment: text });

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
    expect((await bob.call("POST", other, { comment: "x" })).status).toBe(404);
    await bob.call("DELETE", `${url}/${comment.id}`);
    expect((await edit(bob, "x")).status).toBe(404);
    expect((await bob.call("DELETE", `${url}/${comment.id}`)).status).toBe(404);
  });
});

test("an edit mentions only the active users whom the former text did not", async () => {
  await server.as("member", { name: "Gone", is_active: 0 });
  const text = "@Ada and @Eve and @Gone";
  const users = await mentionableUsers(server.db, text);
  expect(newMentions(text, "Only @Ada", users).map(({ name }) => name)).toEqual(["Eve"]);
  expect(await mentionableUsers(server.db, "nobody")).toEqual([]);
});
