import { describe, expect, test } from "@jest/globals";
import { INVITATIONS_MAX, LINK_HOURS } from "#contract/link.ts";
import type {
  InvitationsResponse,
  LinkPreview,
  LinksResponse,
  MadeLink,
} from "#contract/shapes/link.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TeamResponse } from "#contract/shapes/team.ts";
import { HOUR_MS } from "#contract/time.ts";
import { auditOf } from "#server/testing/audit.ts";
import { createTeam } from "#server/testing/create.ts";
import { startServer, type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const PASSWORD = "a long password";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
const member = sharedUser(server, "member", { name: "Max", email: "max@example.com" });

async function invite(list: string, fields: object = {}) {
  const { status, body } = await admin.call("POST", "/api/invitations", { list, ...fields });
  expect(status).toBe(201);
  return (body as InvitationsResponse).results;
}

const tokenOf = (made: MadeLink | null | undefined) => made?.path.split("#")[1] ?? "";

async function inviteOne(line: string): Promise<string> {
  const [result] = await invite(line);
  return tokenOf(result?.made);
}

async function resetOf({ user }: TestUser): Promise<string> {
  const { body } = await admin.call("POST", `/api/users/${user.id}/reset-link`);
  return tokenOf(body as MadeLink);
}

const open = (token: string) => server.call("POST", "/api/links/open", { token });
const accept = (token: string) =>
  server.call("POST", "/api/links/accept", { token, name: "Eve", password: PASSWORD });
const reset = (token: string) =>
  server.call("POST", "/api/links/reset", { token, password: PASSWORD });
const signIn = (email: string) =>
  server.call("POST", "/api/auth/login", { email, password: PASSWORD });

const makeTeam = async (name: string) => (await createTeam(admin, name)).id;

async function openLinks() {
  return ((await admin.call("GET", "/api/links")).body as LinksResponse).links;
}

async function audited(subject: string): Promise<string[]> {
  return (await auditOf(admin, `?subject=${subject}`))
    .map(({ actor, action }) => `${actor.name}: ${action}`)
    .sort();
}

describe("an invitation", () => {
  test.each(["open", "approval", "closed"] as const)(
    "creates a signed-in account with its role and teams when registration is %s",
    async (registration) => {
      server.deps.config.registration = registration;
      const team = await makeTeam("Sales; north");
      const other = await makeTeam("South");
      const token = await inviteOne("Eve Example <Eve@example.com>, admin, sales; NORTH");
      const { body } = await open(token);
      expect((body as { link: LinkPreview }).link).toEqual({
        kind: "invitation",
        email: "Eve@example.com",
        name: "Eve Example",
        role: "admin",
        teams: ["Sales; north"],
        made_by: "Ada",
        expires_at: "2026-03-18T12:00:00.000Z",
      });
      const accepted = await accept(token);
      expect(accepted.status).toBe(201);
      const { user, accessToken, refreshToken } = accepted.body as SessionResponse;
      expect(user).toMatchObject({ name: "Eve", email: "Eve@example.com", role: "admin" });
      expect(accessToken && refreshToken).toBeTruthy();
      const members = async (id: string) =>
        ((await admin.call("GET", `/api/teams/${id}`)).body as TeamResponse).members;
      expect(await members(team)).toMatchObject([{ id: user.id }]);
      expect(await members(other)).toEqual([]);
      expect(await signIn("eve@example.com")).toMatchObject({ status: 200 });
    },
  );

  test("is stored as a hash, works once, and is in the audit log", async () => {
    const token = await inviteOne("eve@example.com");
    expect(token).toMatch(/^[\w-]{43}$/);
    const [link] = await openLinks();
    const stored = await server.db.selectFrom("secrets").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    await accept(token);
    const used = { status: 409, body: { error: "This link has already been used." } };
    expect(await open(token)).toMatchObject(used);
    expect(await accept(token)).toMatchObject(used);
    expect(await openLinks()).toEqual([]);
    expect(await audited(link?.id ?? "")).toEqual(["Ada: invitation.made", "Eve: invitation.used"]);
  });

  test("creates one account if two requests accept it at the same time", async () => {
    const token = await inviteOne("eve@example.com");
    const answers = await Promise.all([accept(token), accept(token)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(201);
    expect(statuses).toContain(409);
  });

  test("ends after 72 hours", async () => {
    const token = await inviteOne("eve@example.com");
    server.clock.advance(LINK_HOURS * HOUR_MS - 1);
    expect(await open(token)).toMatchObject({ status: 200 });
    server.clock.advance(1);
    expect(await accept(token)).toMatchObject({
      status: 409,
      body: { error: "This link has expired. Please ask for a new one." },
    });
    expect(await openLinks()).toEqual([]);
  });

  test("ends when it is revoked, renewed, or its address is invited again", async () => {
    const revoked = { status: 409, body: { error: expect.stringContaining("has been revoked") } };
    const first = await inviteOne("Eve <eve@example.com>, admin");
    const second = await inviteOne("eve@example.com, admin");
    expect(await open(first)).toMatchObject(revoked);
    const [link] = await openLinks();
    const renewed = await admin.call("POST", `/api/links/${link?.id}/renew`);
    expect(renewed).toMatchObject({ status: 201, body: { link: { role: "admin" } } });
    expect(await open(second)).toMatchObject(revoked);
    const { link: last, path } = renewed.body as MadeLink;
    expect(await admin.call("DELETE", `/api/links/${last.id}`)).toMatchObject({ status: 204 });
    expect(await accept(path.split("#")[1] ?? "")).toMatchObject(revoked);
    expect(await admin.call("DELETE", `/api/links/${last.id}`)).toMatchObject({ status: 404 });
    expect(await audited(last.id)).toEqual(["Ada: invitation.made", "Ada: invitation.revoked"]);
  });

  test("ends when its maker is no longer an active admin", async () => {
    const second = await server.as("admin");
    const { body } = await second.call("POST", "/api/invitations", { list: "eve@example.com" });
    const token = tokenOf((body as InvitationsResponse).results[0]?.made);
    await admin.call("PUT", `/api/users/${second.user.id}`, { role: "member" });
    expect(await accept(token)).toMatchObject({ status: 409 });
  });

  test("is refused for an address that got an account, and for unknown tokens", async () => {
    const token = await inviteOne("eve@example.com");
    await server.as("member", { email: "EVE@example.com" });
    const taken = { status: 409, body: { error: expect.stringContaining("already an account") } };
    expect(await open(token)).toMatchObject(taken);
    expect(await accept(token)).toMatchObject(taken);
    const unknown = { status: 404, body: { error: expect.stringContaining("not valid") } };
    expect(await open("unknown")).toMatchObject(unknown);
    expect(await accept(await resetOf(member))).toMatchObject(unknown);
    expect(await reset(token)).toMatchObject(unknown);
  });
});

test("a list of people gets a result for each line", async () => {
  const team = await makeTeam("South");
  await makeTeam("Tw\u0130ce");
  await makeTeam("twice");
  const list = [
    "eve@example.com",
    "Eve again <EVE@example.com>",
    "MAX@example.com",
    "nobody",
    "bob@example.com, owner",
    "bob@example.com, admin, North",
    "bob@example.com, admin, Twice",
    "bob@example.com, Admin",
  ].join("\n");
  const results = await invite(list, { teams: team });
  expect(results.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
    [1, "made", ""],
    [2, "duplicate", "Repeats an earlier line"],
    [3, "exists", "Already has an account"],
    [4, "invalid", "Invalid email address"],
    [5, "invalid", "Role must be admin or member"],
    [6, "invalid", 'There is no team "North"'],
    [7, "invalid", 'Several teams are named "Twice"'],
    [8, "made", ""],
  ]);
  expect(results.map(({ made }) => made?.link.role)).toEqual([
    "member",
    ...Array.from({ length: 6 }, () => undefined),
    "admin",
  ]);
  expect(results.at(-1)?.made?.link.teams).toEqual([{ id: team, name: "South" }]);
  expect(await openLinks()).toHaveLength(2);
});

test("500 people can be invited at once, and no more", async () => {
  const people = Array.from({ length: INVITATIONS_MAX }, (_, index) => `p${index}@example.com`);
  const results = await invite(people.join("\n"));
  expect(results.filter(({ outcome }) => outcome === "made")).toHaveLength(INVITATIONS_MAX);
  expect(
    await admin.call("POST", "/api/invitations", { list: [...people, "a@b.example"].join("\n") }),
  ).toMatchObject({ status: 400, body: { errors: [{ msg: "Enter at most 500 people" }] } });
});

describe("a reset link", () => {
  test("sets a new password, and ends the user's sessions", async () => {
    const token = await resetOf(member);
    expect(await open(token)).toMatchObject({
      body: { link: { kind: "reset", email: "max@example.com", name: "Max", made_by: "Ada" } },
    });
    expect(await reset(token)).toMatchObject({ status: 204 });
    expect(await member.call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
    expect(await signIn("max@example.com")).toMatchObject({ status: 200 });
    expect(await reset(token)).toMatchObject({ status: 409 });
    expect(await audited(member.user.id)).toEqual(["Ada: reset_link.made", "Max: reset_link.used"]);
  });

  test("replaces the user's earlier one", async () => {
    const first = await resetOf(member);
    await resetOf(member);
    expect(await reset(first)).toMatchObject({ status: 409 });
    expect(await openLinks()).toMatchObject([{ kind: "reset", name: "Max", made_by: "Ada" }]);
  });

  test("is refused for deactivated and deleted accounts", async () => {
    const token = await resetOf(member);
    await admin.call("PUT", `/api/users/${member.user.id}`, { is_active: false });
    expect(await reset(token)).toMatchObject({ status: 409 });
    const again = await admin.call("POST", `/api/users/${member.user.id}/reset-link`);
    expect(again).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("Activate") },
    });
    await admin.call("PUT", `/api/users/${member.user.id}`, { is_active: true });
    const second = await resetOf(member);
    await admin.call("DELETE", `/api/users/${member.user.id}`);
    const revoked = { status: 409, body: { error: expect.stringContaining("has been revoked") } };
    for (const one of [token, second]) expect(await reset(one)).toMatchObject(revoked);
  });
});

test("a link needs a role that may sign in with a password", async () => {
  const [forMember, forAdmin] = [
    await inviteOne("eve@example.com"),
    await inviteOne("a@b.example, admin"),
  ];
  const forReset = await resetOf(member);
  server.deps.config.localSignIn = "admins";
  expect(await accept(forMember)).toMatchObject({ status: 403 });
  expect(await open(forReset)).toMatchObject({ status: 403 });
  expect(await reset(forReset)).toMatchObject({ status: 403 });
  expect(await accept(forAdmin)).toMatchObject({ status: 201 });
});

test("guessing links is limited per network", async () => {
  const limited = await startServer({ config: { loginRateLimit: 3 } });
  const statuses: number[] = [];
  for (const url of ["open", "accept", "reset", "open"]) {
    const body = { token: "guess", name: "Eve", password: PASSWORD };
    statuses.push((await limited.call("POST", `/api/links/${url}`, body)).status);
  }
  await limited.close();
  expect(statuses).toEqual([404, 404, 404, 429]);
});

test("without a mail server, a forgotten password gets no link", async () => {
  expect(await server.call("GET", "/api/auth/options")).toMatchObject({
    body: { password_mail: false },
  });
  const email = "max@example.com";
  expect(await server.call("POST", "/api/auth/forgot-password", { email })).toMatchObject({
    status: 204,
  });
  expect(await openLinks()).toEqual([]);
});
