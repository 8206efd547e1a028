import { expect, test } from "@jest/globals";
import type {
  Team,
  TeamNamesResponse,
  TeamResponse,
  TeamsResponse,
} from "#contract/shapes/team.ts";
import { createTask, createTeam } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin");
const member = sharedUser(server, "member");

const create = async (name: string) => await createTeam(admin, name);

const add = async (team: Team, userId: unknown) =>
  await admin.call("POST", `/api/teams/${team.id}/members`, { userId });

const detail = async ({ id }: Team) =>
  (await admin.call("GET", `/api/teams/${id}`)).body as TeamResponse;

test("a team is created with trimmed texts, and an empty description by default", async () => {
  const body = { name: "  Crew ", description: " Below deck\nand above " };
  expect(await admin.call("POST", "/api/teams", body)).toMatchObject({
    status: 201,
    body: { team: { name: "Crew", description: "Below deck\nand above" } },
  });
  expect(await create("Plain")).toMatchObject({ description: "" });
});

test("teams are sorted by name, ignoring case, with their numbers of members and open tasks", async () => {
  for (const name of ["zeta 10", "Zeta 9", "alpha"]) await create(name);
  const { teams } = (await admin.call("GET", "/api/teams")).body as TeamsResponse;
  const names = teams.map(({ name }) => name).filter((name) => /zeta|alpha/i.test(name));
  expect(names).toEqual(["alpha", "Zeta 9", "zeta 10"]);
  const team = await create("Counted");
  await add(team, member.user.id);
  await add(team, admin.user.id);
  for (const status of ["Todo", "In Progress", "Done"])
    await createTask(admin, { status, team_id: team.id });
  const after = (await admin.call("GET", "/api/teams")).body as TeamsResponse;
  expect(after.teams.find(({ id }) => id === team.id)).toEqual({
    ...team,
    member_count: 2,
    open_tasks: 2,
  });
});

test("members read the names of the teams, and nothing else of them", async () => {
  for (const name of ["Names 10", "Names 9"]) await create(name);
  const { status, body } = await member.call("GET", "/api/teams/names");
  expect(status).toBe(200);
  const { teams } = body as TeamNamesResponse;
  expect(teams.map(({ name }) => name).filter((name) => name.startsWith("Names"))).toEqual([
    "Names 9",
    "Names 10",
  ]);
  expect(Object.keys(teams[0] ?? {}).sort()).toEqual(["id", "name"]);
});

test("members are added, listed by name and removed", async () => {
  const team = await create("Members");
  const zoe = await server.as("member", { name: "Zoe" });
  const ann = await server.as("admin", { name: "Ann" });
  const { id, name, email, role } = zoe.user;
  expect(await add(team, id)).toMatchObject({
    status: 201,
    body: { member: { id, name, email, role } },
  });
  await add(team, ann.user.id);
  const { members } = await detail(team);
  expect(members.map(({ name }) => name)).toEqual(["Ann", "Zoe"]);
  expect(members[1]).toEqual({ id, name, email, role });

  const url = `/api/teams/${team.id}/members/${id}`;
  expect(await admin.call("DELETE", url)).toMatchObject({ status: 204, body: "" });
  expect((await detail(team)).members.map(({ name }) => name)).toEqual(["Ann"]);
  expect(await admin.call("DELETE", url)).toMatchObject({
    status: 404,
    body: { error: "User is not a member of this team" },
  });
});

test("a user is added to a team once, even by concurrent requests", async () => {
  const team = await create("Once");
  const responses = await Promise.all([add(team, member.user.id), add(team, member.user.id)]);
  expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  expect(await add(team, member.user.id)).toMatchObject({
    status: 409,
    body: { error: "User is already a member of this team" },
  });
  expect((await detail(team)).members).toHaveLength(1);
  expect(await add(team, "nobody")).toMatchObject({ status: 400 });
  expect(await add({ ...team, id: "none" }, member.user.id)).toMatchObject({ status: 404 });
});
