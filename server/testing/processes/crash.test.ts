import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { databaseFile } from "#server/db/folder.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { makePlace } from "#server/testing/place.ts";
import { callServer, freePort, register, runServer, serverOn } from "#server/testing/process.ts";
import { testPlace } from "#server/testing/testPlace.ts";
import { emptyLedger, lostFrom, signIn, writersUntil } from "#server/testing/writers.ts";

const onPostgres = Boolean(process.env["TEST_DATABASE_URL"]);
/** `npm run test:deep` runs more rounds; fewer on PostgreSQL, where the server stores no data itself. */
const ROUNDS = process.env["TEST_DEEP"] ? (onPostgres ? 15 : 100) : 5;
/** The approximate duration of a start on an idle machine. */
const START_MS = 400;
const TIMEOUT_MS = 600_000;

const place = testPlace({ hasTables: true });

/** Checks that sessions have the state that the server acknowledged, and starts and ends one. */
async function changeSessions(base: string, email: string, known: SessionResponse[]) {
  const me = async ({ accessToken: token }: SessionResponse) =>
    (await callServer(`${base}/api/auth/me`, { token })).status;
  const [last, ended] = known;
  if (ended) expect(await me(ended)).toBe(401);
  if (last) {
    expect(await me(last)).toBe(200);
    const body = { refreshToken: last.refreshToken };
    expect((await callServer(`${base}/api/auth/logout`, { body })).status).toBe(204);
  }
  known.unshift(await signIn(base, email));
}

test(
  `killing the server ${ROUNDS} times, under eight writers or while it starts, loses no acknowledged change`,
  async () => {
    const ledger = emptyLedger();
    const sessions: SessionResponse[] = [];
    const first = await serverOn(place.env);
    const { user, accessToken: token } = await register(first.base);
    first.child.kill("SIGTERM");
    await first.exit;

    for (let round = 1; round <= ROUNDS; round += 1) {
      let exit;
      if (round % 4 === 0) {
        const server = runServer({ ...place.env, PORT: String(await freePort()) });
        await pause(Math.random() * START_MS);
        server.child.kill("SIGKILL");
        ({ exit } = server);
      } else {
        const server = await serverOn(place.env);
        const { base } = server;
        if (round % 10 === 1) await changeSessions(base, user.email, sessions);
        await writersUntil({ base, token, ledger }, Math.random() * 16, async () => {
          await pause(Math.random() * 8);
          server.child.kill("SIGKILL");
        });
        ({ exit } = server);
      }
      expect(await exit).toEqual([null, "SIGKILL"]);
      expect({ round, lost: await lostFrom(place.where, ledger) }).toEqual({ round, lost: [] });
    }
    // How many is random, and some 80 on average. Too few would prove nothing.
    expect(ledger.count).toBeGreaterThan(ROUNDS * 2);

    const last = await serverOn(place.env);
    await changeSessions(last.base, user.email, sessions);
    last.child.kill("SIGTERM");
    expect(await last.exit).toEqual([0, null]);
    expect(await lostFrom(place.where, ledger)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "a server continues after an earlier one was killed during migrations",
  async () => {
    const fresh = await makePlace();
    const server = runServer({ ...fresh.env, PORT: "0" });
    if (!onPostgres) while (!existsSync(databaseFile(fresh.where))) await pause(1);
    await pause(Math.random() * (onPostgres ? 1.5 * START_MS : 60));
    server.child.kill("SIGKILL");
    await server.exit;
    await migrateDatabase(fresh.where);
    expect(await lostFrom(fresh.where, emptyLedger())).toEqual([]);
    await fresh.drop();
  },
  TIMEOUT_MS,
);
