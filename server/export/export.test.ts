import { describe, expect, test } from "@jest/globals";
import { createTask, createTeam } from "#server/testing/create.ts";
import { insertRows } from "#server/testing/rows.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { until } from "#server/testing/until.ts";
import { USER_EXPORTS_MAX } from "./sendExport.ts";

type Row = Record<string, unknown>;
interface Export {
  format: string;
  version: number;
  users: Row[];
  teams: Row[];
  memberships: Row[];
  tasks: Row[];
  comments: Row[];
  history: Row[];
  checksums: Record<string, { rows: number; sha256: string }>;
}

const NOW = new Date("2026-03-15T12:00:00.000Z");

describe("the export routes", () => {
  const server = sharedServer();
  const ada = sharedUser(server, "admin", { name: "Ada", password_hash: "$argon2id$secret" });
  const bob = sharedUser(server, "member", { name: "Bob", password_hash: "$argon2id$other" });

  const created = async (by: TestUser, fields: object) => (await createTask(by, fields)).id;

  test("the full export has users, teams, memberships, tasks, comments and history, and no secrets", async () => {
    const { id: teamId } = await createTeam(ada, "Crew");
    await ada.call("POST", `/api/teams/${teamId}/members`, { userId: bob.user.id });
    const id = await created(ada, { title: "Böse ☕", assignee_id: bob.user.id, team_id: teamId });
    await bob.call("POST", `/api/tasks/${id}/comments`, { comment: "Line\nbreak" });
    await bob.call("PATCH", `/api/tasks/${id}`, { priority: "High" });
    const lost = await created(ada, { title: "Deleted" });
    await ada.call("DELETE", `/api/tasks/${lost}`);
    const feed = (await bob.call("POST", "/api/profile/calendar")).body as { path: string };

    const answer = await ada.call("GET", "/api/export");
    const all = answer.body as Export;
    expect(answer).toMatchObject({
      status: 200,
      headers: { "content-disposition": 'attachment; filename="taskdeck-2026-03-15.json"' },
    });
    expect(all).toMatchObject({ format: "taskdeck", version: 4 });
    expect(all.users.find(({ id }) => id === bob.user.id)).toEqual({
      id: bob.user.id,
      name: "Bob",
      email: bob.user.email,
      role: "member",
      is_active: true,
      awaiting_approval: false,
      created_at: NOW.toISOString(),
    });
    expect(all.memberships).toMatchObject([{ team_id: teamId, user_id: bob.user.id }]);
    expect(all.tasks).toMatchObject([{ id, title: "Böse ☕", priority: "High", version: 2 }]);
    expect(all.comments).toMatchObject([{ task_id: id, comment: "Line\nbreak" }]);
    expect(all.history.map(({ task_id }) => task_id)).toEqual([id, id, id]);
    expect(all.history).toContainEqual(
      expect.objectContaining({
        kind: "changed",
        changes: [{ field: "priority", from: "Low", to: "High" }],
      }),
    );
    expect(all.checksums["tasks"]?.rows).toBe(1);
    expect(await ada.call("GET", "/api/audit?action=data.exported")).toMatchObject({
      body: { entries: [{ actor: { name: "Ada" } }] },
    });
    const json = JSON.stringify(all);
    const sessions = [ada.sessionId, bob.sessionId, ada.refreshToken];
    const settings = await server.db.selectFrom("settings").select("value").execute();
    for (const secret of [
      "argon2id",
      feed.path,
      ...sessions,
      ...settings.map(({ value }) => value),
    ]) {
      expect(json).not.toContain(secret);
    }
  });

  test("a user's own export has their account, tasks, comments, changes and sessions, and nobody else's", async () => {
    const mine = await created(bob, { title: "Mine", assignee_id: ada.user.id });
    const given = await created(ada, { title: "Given", assignee_id: bob.user.id });
    const other = await created(ada, { title: "Other", assignee_id: ada.user.id });
    for (const by of [ada, bob]) {
      await by.call("POST", `/api/tasks/${other}/comments`, { comment: `By ${by.user.name}` });
    }
    const { status, body } = await bob.call("GET", "/api/profile/export");
    const own = body as Record<string, Row[]>;
    expect(status).toBe(200);
    expect(own).toMatchObject({
      format: "taskdeck-person",
      profile: { id: bob.user.id, email: bob.user.email },
      teams: [],
      comments: [{ comment: "By Bob", task_id: other }],
      sessions: [{ created_at: NOW.toISOString(), last_used_at: NOW.toISOString() }],
    });
    expect(own["tasks"]?.map(({ id }) => id).sort()).toEqual([mine, given].sort());
    expect(own["history"]?.map(({ kind }) => kind).sort()).toEqual(["commented", "created"]);
    expect(JSON.stringify(own)).not.toMatch(/argon2|By Ada/);
    expect(JSON.stringify(own)).not.toContain(bob.sessionId);
  });

  test("limits a user's exports within ten minutes, but not those of other users", async () => {
    for (let count = 0; count < USER_EXPORTS_MAX; count += 1) {
      expect(await bob.call("GET", "/api/tasks/export.csv")).toMatchObject({ status: 200 });
    }
    expect(await bob.call("GET", "/api/tasks/export.csv")).toMatchObject({
      status: 429,
      headers: { "retry-after": expect.anything() },
    });
    expect(await ada.call("GET", "/api/export")).toMatchObject({ status: 200 });
  });

  test("refuses a user's second export; another user's waits until a slow reader or one that disconnects has lost its place", async () => {
    const rows = Array.from({ length: 6_000 }, (_row, index) => ({
      id: `team-${index}`,
      name: "x".repeat(100),
      description: "x".repeat(2_900),
      created_at: NOW.toISOString(),
    }));
    await insertRows(server.db, "teams", rows);
    const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const eve = await server.as("admin");
    const leaving = new AbortController();
    async function beginUnread(): Promise<Response[]> {
      const responses: Response[] = [];
      for (const { accessToken } of [ada, eve]) {
        const headers = { authorization: `Bearer ${accessToken}` };
        const unread = await fetch(`${address}/api/export`, { headers, signal: leaving.signal });
        expect(unread.status).toBe(200);
        responses.push(unread);
      }
      return responses;
    }
    const slow = await beginUnread();
    expect(await ada.call("GET", "/api/export")).toMatchObject({
      status: 429,
      body: { error: "Your last export is still under way. Please wait for it." },
    });
    let status = 0;
    void bob.call("GET", "/api/profile/export").then((response) => ({ status } = response));
    await until(async () => {
      server.clock.advance(5_000);
      return status !== 0;
    });
    expect(status).toBe(200);
    for (const { body } of slow) await expect(new Response(body).text()).rejects.toThrow();

    await beginUnread();
    const waiting = bob.call("GET", "/api/profile/export");
    leaving.abort();
    expect(await waiting).toMatchObject({ status: 200 });
  });
});
