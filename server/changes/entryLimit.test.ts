import { expect, test } from "@jest/globals";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const max = sharedUser(server, "member");

const rename = (by: TestUser, name: string) =>
  by.call("PUT", "/api/profile", { name, email: by.user.email });

/** Renames a user this often, with a second between. Returns the statuses. */
async function renameOften(by: TestUser, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    server.clock.advance(1_000);
    statuses.push((await rename(by, `Name ${time} ${server.clock.time.getTime()}`)).status);
  }
  return statuses;
}

const entriesOf = async ({ user }: TestUser) =>
  await server.db.selectFrom("changes").select("id").where("actor_id", "=", user.id).execute();

test("a member can write 100 entries of an action in an hour; only the next of this action is refused", async () => {
  expect(await renameOften(max, 100)).not.toContain(429);
  const { status, headers, body } = await rename(max, "One too many");
  expect({ status, retry: headers["retry-after"], body }).toEqual({
    status: 429,
    retry: "3501",
    body: { error: "Too many changes of this kind. Please try again in 59 minutes." },
  });
  expect(await entriesOf(max)).toHaveLength(100);
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
  expect(await renameOften(admin, 102)).not.toContain(429);
  expect(await entriesOf(admin)).toHaveLength(102);
});
