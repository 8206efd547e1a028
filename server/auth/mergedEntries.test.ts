import { expect, test } from "@jest/globals";
import { buildApp } from "#server/app.ts";
import { auditOf } from "#server/testing/audit.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { createMergedEntries } from "./mergedEntries.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin");

async function lines(): Promise<string[]> {
  const entries = await auditOf(admin, "?action=user.sign_in_failed");
  return entries.map(({ actor, subject, details: { count, network } }) =>
    [actor.name, subject.name, count, network].join(", "),
  );
}

test("failed sign-ins are in the audit log by account and network, without the typed text", async () => {
  const { user } = await server.as("member", { name: "Bob", email: "bob@x.org" });
  const app = await buildApp(server.deps);
  const fail = async (email: string, remoteAddress: string) => {
    const payload = { email, password: "wrong horse" };
    const url = "/api/auth/login";
    const { statusCode } = await app.inject({ method: "POST", url, payload, remoteAddress });
    expect(statusCode).toBe(401);
  };
  await fail(user.email, "203.0.113.7");
  await fail(" BOB@x.org ", "203.0.113.8");
  await fail("hunter2@secret.org", "2001:db8:1::9");
  expect(await lines()).toEqual([]);
  await app.close();
  expect((await lines()).sort()).toEqual([
    "Someone, Bob, 2, 203.0.113.0/24",
    "Someone, an unknown user, 1, 2001:db8:1:0::/48",
  ]);
  const log = await server.db.selectFrom("changes").selectAll().execute();
  expect(JSON.stringify(log)).not.toMatch(/hunter2|secret|203\.0\.113\.[78]/);
});

test.each([
  [30, 15],
  [2_000, 1_985],
])(
  "failures from %i networks add at most twenty entries, the last with the sum of the rest",
  async (networks, rest) => {
    const failed = createMergedEntries(server.deps, "user.sign_in_failed");
    for (let count = 0; count < 5; count += 1) failed.add(admin.user, "203.0.113.7");
    for (let network = 0; network < networks; network += 1) {
      failed.add(undefined, `198.${network >> 8}.${network & 255}.1`);
      if (network < 3) failed.add(admin.user, `198.0.${network}.1`);
    }
    await failed.write();
    const written = await lines();
    expect(written).toHaveLength(20);
    expect(written).toContain("Someone, Ada Admin, 5, 203.0.113.0/24");
    expect(written).toContain(`Someone, several users, ${rest}, several networks`);
    await failed.write();
    expect(await lines()).toHaveLength(20);
  },
);
