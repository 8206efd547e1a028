import { expect, test } from "@jest/globals";
import { DAY_MS } from "#contract/time.ts";
import { insertRows } from "#server/testing/rows.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const max = sharedUser(server, "member");

const rename = (by: TestUser, name: string) =>
  by.call("PUT", "/api/profile", { name, email: by.user.email });

/** Gives a user this many entries of renaming themselves, with a second between. The last is of now. */
async function addRenames(by: TestUser, count: number): Promise<void> {
  expect(await rename(by, "Another name")).toMatchObject({ status: 200 });
  const own = server.db.selectFrom("changes").selectAll().where("actor_id", "=", by.user.id);
  const { number: _number, ...row } = await own.executeTakeFirstOrThrow();
  const others = Array.from({ length: count - 1 }, (_none, index) => {
    server.clock.advance(1_000);
    return { ...row, id: `${by.user.id} ${index}`, at: server.clock.time.toISOString() };
  });
  await insertRows(server.db, "changes", others);
}

test("a member can write 100 entries of an action in an hour; only the next of this action is refused", async () => {
  await addRenames(max, 100);
  const { status, headers, body } = await rename(max, "One too many");
  expect({ status, retry: headers["retry-after"], body }).toEqual({
    status: 429,
    retry: "3501",
    body: { error: "Too many changes of this kind. Please try again in 59 minutes." },
  });
  const { body: profile } = await max.call("GET", "/api/profile");
  expect(profile).not.toMatchObject({ profile: { name: "One too many" } });

  const other = await server.as("member");
  expect(await rename(other, "Somebody else")).toMatchObject({ status: 200 });
  server.clock.advance(3_500_000);
  expect(await rename(max, "Later")).toMatchObject({ status: 429 });
  server.clock.advance(1_000);
  expect(await rename(max, "Later")).toMatchObject({ status: 200 });
  expect(await rename(max, "Too soon")).toMatchObject({ status: 429 });
  expect(await max.call("DELETE", "/api/auth/sessions")).toMatchObject({ status: 204 });
});

test("admins have no limit, because invitations and bulk changes write many entries", async () => {
  const admin = await server.as("admin");
  await addRenames(admin, 101);
  expect(await rename(admin, "Once more")).toMatchObject({ status: 200 });
});

test("entries that a wrong clock has dated ahead don't count for longer than others", async () => {
  const { time } = server.clock;
  server.clock.time = new Date(time.getTime() + 10 * DAY_MS);
  const eve = await server.as("member");
  await addRenames(eve, 100);
  expect(await rename(eve, "Now")).toMatchObject({ status: 429 });
  server.clock.time = time;
  expect(await rename(await server.signIn(eve.user), "Later")).toMatchObject({ status: 200 });
});
