import { expect, test } from "@jest/globals";
import type { Setup } from "#contract/shapes/setup.ts";
import { DAY_MS } from "#contract/time.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";

const server = sharedServer();

const setup = async (user: TestUser): Promise<Setup> =>
  (await user.call("GET", "/api/setup")).body as Setup;
const become = (user: TestUser) => user.call("POST", "/api/setup/admin");

test("without an active admin a member may become it, once, and the audit log says so", async () => {
  const bob = await server.as("member", { name: "Bob" });
  await server.as("admin", { is_active: 0 });
  expect(await setup(bob)).toEqual({ steps: null, can_become_admin: true });
  expect(await become(bob)).toMatchObject({ status: 200, body: { user: { role: "admin" } } });
  const changes = await server.db
    .selectFrom("changes")
    .select(["actor_name", "kind", "subject_name", "details", "audited"])
    .execute();
  expect(changes).toEqual([
    {
      actor_name: "Bob",
      kind: "user.role_changed",
      subject_name: "Bob",
      details: JSON.stringify({ from: "member", to: "admin" }),
      audited: 1,
    },
  ]);
  const eve = await server.as("member");
  expect(await setup(eve)).toEqual({ steps: null, can_become_admin: false });
  expect(await become(eve)).toMatchObject({ status: 409 });
});

test("of many members at once, one becomes the admin", async () => {
  const members = await Promise.all([1, 2, 3, 4].map(() => server.as("member")));
  const answers = await Promise.all(members.map(become));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  const admins = server.db.selectFrom("users").select("id").where("role", "=", "admin");
  expect(await admins.execute()).toHaveLength(1);
});

test("the steps of a new server tick themselves, until the admin closes them", async () => {
  const ada = await server.as("admin");
  expect((await setup(ada)).steps).toEqual({
    task: false,
    team: false,
    people: false,
    import: false,
    provider: false,
  });
  await ada.call("POST", "/api/tasks", { title: "Plan", priority: "Low" });
  const eve = await server.as("admin");
  expect((await setup(ada)).steps).toMatchObject({ task: true, people: true, team: false });
  await ada.call("POST", "/api/teams", { name: "Design" });
  expect((await setup(ada)).steps).toMatchObject({ team: true, import: false });
  expect(await ada.call("POST", "/api/setup/close")).toMatchObject({ status: 204 });
  expect((await setup(ada)).steps).toBeNull();
  expect((await setup(eve)).steps).not.toBeNull();
});

test("a server that is older than a month shows no steps", async () => {
  const created_at = new Date(server.clock.time.getTime() - 31 * DAY_MS).toISOString();
  await server.as("member", { created_at });
  expect(await setup(await server.as("admin"))).toEqual({ steps: null, can_become_admin: false });
});
