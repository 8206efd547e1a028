import { describe, expect, test } from "@jest/globals";
import type { TaskResponse } from "#contract/shapes/task.ts";
import type { ViewResponse } from "#contract/shapes/view.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { createTeam } from "#server/testing/create.ts";
import type { Call, TestUser } from "#server/testing/server.ts";
import { streamServer } from "#server/testing/streams.ts";
import { until } from "#server/testing/until.ts";

const { server, member, open, create } = streamServer();

describe("the stream's session", () => {
  test("sign-out ends this stream only", async () => {
    const reader = await open();
    const other = await open(await server.signIn(member.user));
    await server.call("POST", "/api/auth/logout", { refreshToken: member.refreshToken });
    expect(await reader.ended).toBe("ended");
    await until(() => other.told.length === 1);
    server.deps.events.publish({ type: "task", id: "1", change: "moved", by: null });
    await until(() => other.changes().length === 1);
  });

  test.each([
    ["deactivation", "PUT", { is_active: false }],
    ["deletion", "DELETE", undefined],
  ] as const)("the user's %s ends the stream", async (_name, method, body) => {
    const admin = await server.as("admin");
    const [reader, watching] = [await open(), await open(admin)];
    await admin.call(method, `/api/users/${member.user.id}`, body);
    expect(await reader.ended).toBe("ended");
    await until(() => watching.changes().length === 1);
  });

  test("a new password ends the streams of the user's other sessions", async () => {
    const here = await server.as("member", { password_hash: await hashPassword("correct horse") });
    const there = await server.signIn(here.user);
    const [own, other] = [await open(here), await open(there)];
    await here.call("PUT", "/api/profile/password", {
      currentPassword: "correct horse",
      newPassword: "another horse",
    });
    expect(await other.ended).toBe("ended");
    await create();
    await until(() => own.changes().length === 1);
  });

  test("a heartbeat detects that the session has ended", async () => {
    server.deps.config.heartbeatSeconds = 0.02;
    const reader = await open();
    await server.db.deleteFrom("sessions").execute();
    expect(await reader.ended).toBe("ended");
  });
});

describe("events", () => {
  const by = "tab-1";

  /** Sends a request from a tab. */
  async function send({ call }: TestUser, ...[method, url, body]: Parameters<Call>) {
    const response = await call(method, url, body, { "x-client-id": by });
    expect(response.status).toBeLessThan(300);
    return response.body;
  }

  test("one event for each change of a task, none for a request that changes nothing", async () => {
    const reader = await open();
    const input = { title: "One", description: "", status: "Todo", priority: "Low" };
    const { task } = (await send(member, "POST", "/api/tasks", input)) as TaskResponse;
    const path = `/api/tasks/${task.id}`;
    await send(member, "PATCH", `/api/kanban/${task.id}/status`, { status: "Todo" });
    await send(member, "PATCH", `/api/kanban/${task.id}/status`, { status: "Done" });
    await send(member, "PATCH", `/api/kanban/${task.id}/status`, { status: "Done" });
    await send(member, "PUT", path, { ...input, title: "Two" });
    await send(member, "POST", `${path}/comments`, { comment: "Well done" });
    await send(member, "DELETE", path);
    expect(await member.call("DELETE", path)).toMatchObject({ status: 404 });
    expect(await member.call("POST", "/api/tasks", {})).toMatchObject({ status: 400 });
    const expected = ["created", "moved", "updated", "commented", "deleted"];
    await until(() => reader.changes().length >= expected.length);
    expect(reader.changes()).toEqual(
      expected.map((change) => ({ type: "task", id: task.id, change, by })),
    );
  });

  test("one event for each change of a user or a team", async () => {
    const admin = await server.as("admin");
    const reader = await open(admin);
    const { user } = (await send(admin, "POST", "/api/auth/register", {
      email: "grace@example.com",
      password: "correct horse",
      role: "member",
    })) as { user: { id: string } };
    const path = `/api/users/${user.id}`;
    await send(admin, "PUT", path, { role: "admin" });
    await send(admin, "PUT", path, { role: "admin" });
    await send(admin, "PUT", "/api/profile", { name: "Ada", email: "ada@example.com" });
    await send(admin, "PUT", "/api/profile", { name: "Ada", email: "ada@example.com" });
    const team = await createTeam(admin, "Crew");
    await send(admin, "POST", `/api/teams/${team.id}/members`, { userId: user.id });
    await send(admin, "DELETE", `/api/teams/${team.id}/members/${user.id}`);
    await send(admin, "DELETE", path);
    const expected = [
      { type: "user", id: user.id, change: "created", by: null },
      { type: "user", id: user.id, change: "updated", by },
      { type: "user", id: admin.user.id, change: "updated", by },
      { type: "team", id: team.id, change: "created", by: null },
      { type: "team", id: team.id, change: "updated", by },
      { type: "team", id: team.id, change: "updated", by },
      { type: "user", id: user.id, change: "deleted", by },
    ];
    await until(() => reader.changes().length >= expected.length);
    expect(reader.changes()).toEqual(expected);
  });

  test("the tab's id reaches streams of its own session only", async () => {
    const again = await server.signIn(member.user);
    const others = [await open(again), await open(await server.as("admin"))];
    const own = await open(member);
    const first = String(own.told.at(-1)?.id);
    await send(member, "POST", "/api/tasks", { title: "One", priority: "Low" });
    // Another session can't make the tab ignore a change by sending the tab's id.
    await send(again, "POST", "/api/tasks", { title: "Two", priority: "Low" });
    for (const reader of [own, ...others]) await until(() => reader.changes().length === 2);
    expect(own.changes()).toMatchObject([{ by }, { by: null }]);
    expect(others[0]?.changes()).toMatchObject([{ by: null }, { by }]);
    expect(others[1]?.changes()).toMatchObject([{ by: null }, { by: null }]);
    expect((await open(again, first)).changes()).toMatchObject([
      { by: null },
      { by },
      { type: "inbox", by: null },
      { type: "taskRun", by: null },
    ]);
    const texts = JSON.stringify([own, ...others].map((reader) => reader.told));
    expect(texts).not.toContain(member.sessionId);
  });

  test("only its owner's streams tell of a view that isn't shared", async () => {
    const [own, other] = [await open(member), await open(await server.as("member"))];
    const view = { name: "Mine", screen: "list" };
    await member.call("POST", "/api/views", view);
    const { body } = await member.call("POST", "/api/views", { ...view, shared: true });
    const shared = { type: "view", id: (body as ViewResponse).view.id, change: "updated" };
    await until(() => other.changes().length > 0);
    expect(other.changes()).toMatchObject([shared]);
    await until(() => own.changes().length === 2);
    expect(own.changes()).toMatchObject([
      { type: "view", id: member.user.id, change: "own" },
      shared,
    ]);
  });

  test("a malformed tab id is ignored", async () => {
    const reader = await open();
    for (const tab of ["", "a b", "<script>", "x".repeat(65)]) {
      const task = { title: "One", priority: "Low" };
      await member.call("POST", "/api/tasks", task, { "x-client-id": tab });
    }
    await until(() => reader.changes().length === 4);
    for (const change of reader.changes()) expect(change).toMatchObject({ by: null });
  });
});
