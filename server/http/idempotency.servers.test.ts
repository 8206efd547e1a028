import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FastifyInstance, InjectOptions } from "fastify";
import { sql } from "kysely";
import type { TeamResponse } from "#contract/team.ts";
import { hashPassword, verifyPassword } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { REUSED, type RepeatServer, sendWith, startRepeatServer } from "#server/testing/repeats.ts";
import { getUser } from "#server/users/queries.ts";

let server: RepeatServer["server"];
let comments: string;
let commentCount: RepeatServer["commentCount"];

beforeAll(async () => {
  ({ server, comments, commentCount } = await startRepeatServer());
});
afterAll(() => server.close());

test("a late repeat, or one at another server, finds the created row", async () => {
  const other = await buildApp(server.deps);
  const third = await buildApp(server.deps);
  const admin = await server.as("admin");
  const calls = [
    ["/api/tasks", { title: "Made once", priority: "Low" }],
    [comments, { comment: "Made once" }],
    ["/api/teams", { name: "Made once" }],
  ] as const;
  for (const [url, payload] of calls) {
    const sendTo = (app: FastifyInstance) =>
      app.inject({
        method: "POST",
        url,
        headers: {
          authorization: `Bearer ${admin.accessToken}`,
          "idempotency-key": "attempt-number-0006",
        },
        payload,
      });
    const answers = [
      ...(await Promise.all([sendTo(server.app), sendTo(other)])),
      await sendTo(third),
    ];
    server.clock.advance(61_000);
    answers.push(await sendTo(server.app));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(answers[0]?.json());
      expect(answer.headers["etag"]).toBe(answers[0]?.headers["etag"]);
    }
  }
  expect(await commentCount("Made once")).toBe(1);
  const named = (table: "tasks" | "teams", name: string) =>
    server.db.selectFrom(table).selectAll().where(sql.ref(name), "=", "Made once").execute();
  expect(await named("tasks", "title")).toHaveLength(1);
  expect(await named("teams", "name")).toHaveLength(1);
  const recorded = server.db.selectFrom("changes").select("kind").orderBy("number");
  expect(await recorded.where("subject_name", "=", "Made once").execute()).toEqual([
    { kind: "task.created" },
    { kind: "team.created" },
  ]);
  await other.close();
  await third.close();
});

test("a repeat at another server succeeds, without a second audit entry", async () => {
  const other = await buildApp(server.deps);
  const password = "a fine old password";
  const { user } = await server.as("member");
  const admin = await server.as("admin", { password_hash: await hashPassword(password) });
  const { body } = await admin.call("POST", "/api/teams", { name: "Twice" });
  const members = `/api/teams/${(body as TeamResponse).team.id}/members`;
  const calls = [
    ["POST", members, 201, 409, { userId: user.id }],
    ["DELETE", `${members}/${user.id}`, 204, 404],
    ["DELETE", `/api/users/${user.id}`, 204, 404],
    [
      "PUT",
      "/api/profile/password",
      204,
      400,
      { currentPassword: password, newPassword: "another one!" },
    ],
  ] as const;
  for (const [method, url, status, refusal, payload] of calls) {
    const sendTo = (app: FastifyInstance, key: string) =>
      sendWith(admin, key)(app, { method, url, ...(payload && { payload }) });
    const entries = () =>
      server.db
        .selectFrom("changes")
        .select(({ fn }) => fn.countAll().as("count"))
        .execute();
    const first = await sendTo(server.app, "attempt-number-0008");
    const written = await entries();
    const repeat = await sendTo(other, "attempt-number-0008");
    expect([url, first[0]]).toEqual([url, status]);
    expect([url, repeat]).toEqual([url, first]);
    expect([url, (await sendTo(other, "attempt-number-0009"))[0]]).toEqual([url, refusal]);
    expect(await entries()).toEqual(written);
  }
  await other.close();
});

test("a key with another body is refused at another server if the created row shows it", async () => {
  const other = await buildApp(server.deps);
  const password = "a fine old password";
  const admin = await server.as("admin", { password_hash: await hashPassword(password) });
  const sendTo = sendWith(admin, "attempt-number-0011");
  const made = await admin.call("POST", "/api/teams", { name: "Careless" });
  const team = `/api/teams/${(made.body as TeamResponse).team.id}`;
  const [one, two] = [await server.as("member"), await server.as("member")];
  const calls: [InjectOptions, InjectOptions["payload"]][] = [
    [
      { url: "/api/tasks", payload: { title: "One", priority: "Low" } },
      { title: "Two", priority: "Low" },
    ],
    [{ url: comments, payload: { comment: "One" } }, { comment: "Two" }],
    [
      { url: "/api/teams", payload: { name: "One" } },
      { name: "One", description: "Two" },
    ],
    [{ url: `${team}/members`, payload: { userId: one.user.id } }, { userId: two.user.id }],
    [
      {
        method: "PUT",
        url: "/api/profile/password",
        payload: { currentPassword: password, newPassword: "the second one" },
      },
      { currentPassword: "the second one", newPassword: "the third one" },
    ],
  ];
  for (const [call, payload] of calls) {
    const [status] = await sendTo(server.app, call);
    expect([call.url, status]).toEqual([call.url, call.method === "PUT" ? 204 : 201]);
    expect([call.url, await sendTo(other, { ...call, payload: payload ?? {} })]).toEqual([
      call.url,
      [422, REUSED],
    ]);
  }
  expect((await admin.call("GET", team)).body).toMatchObject({ members: [{ id: one.user.id }] });
  const { password_hash } = await getUser(server.db, admin.user.id);
  expect(await verifyPassword(password_hash, "the second one")).toBe(true);
  await other.close();
});

test("a repeat at another server does not redo an undone change", async () => {
  const other = await buildApp(server.deps);
  const { user } = await server.as("member");
  const admin = await server.as("admin");
  const { body } = await admin.call("POST", "/api/teams", { name: "Undone" });
  const members = `/api/teams/${(body as TeamResponse).team.id}/members`;
  const addTo = (app: FastifyInstance) =>
    sendWith(admin, "attempt-number-0010")(app, { url: members, payload: { userId: user.id } });
  expect((await addTo(server.app))[0]).toBe(201);
  await admin.call("DELETE", `${members}/${user.id}`);
  expect((await addTo(other))[0]).toBe(201);
  const membership = server.db.selectFrom("team_members").selectAll();
  expect(await membership.where("user_id", "=", user.id).execute()).toEqual([]);
  await other.close();
});
