import { setTimeout as pause } from "node:timers/promises";
import type { UserRunAction } from "#contract/run.ts";
import type { UserRunResponse } from "#contract/shapes/run.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Deps } from "#server/deps.ts";
import { createBus } from "#server/events/bus.ts";
import { startSession } from "#server/sessions/sessions.ts";
import { createTokens } from "#server/sessions/tokens.ts";
import type { Row } from "./table.ts";

const USERS = 10_000;
const ROWS_PER_STATEMENT = 1_000;
const POLL_MS = 50;
const ACTIONS: readonly UserRunAction[] = ["role", "deactivate", "delete"];

/** Adds an admin and {@link USERS} members, and returns their ids, the admin's first. */
async function addUsers({ db, now }: Deps): Promise<string[]> {
  const ids = Array.from({ length: USERS + 1 }, () => crypto.randomUUID());
  const created_at = now().toISOString();
  for (let first = 0; first < ids.length; first += ROWS_PER_STATEMENT) {
    const rows = ids.slice(first, first + ROWS_PER_STATEMENT).map((id, index) => ({
      id,
      name: `User ${first + index}`,
      email: `${id}@example.com`,
      email_key: `${id}@example.com`,
      role: first + index === 0 ? ("admin" as const) : ("member" as const),
      is_active: 1,
      password_hash: "",
      created_at,
    }));
    await db.insertInto("users").values(rows).execute();
  }
  return ids;
}

/** Measures bulk actions on 10,000 users, and how long other requests wait, on a new database. */
export async function measureUserRuns(where: string): Promise<Row[]> {
  await migrateDatabase(where);
  await using db = openDatabase(where);
  const deps: Deps = {
    db,
    config: { ...readConfig({}), loginRateLimit: "off" },
    events: await createBus(db),
    now: () => new Date(),
  };
  const app = await buildApp(deps);
  const [admin = "", ...members] = await addUsers(deps);
  const tokens = await createTokens(deps);
  const token = await tokens.issueAccess(await startSession(db, admin, new Date()));
  const headers = { authorization: `Bearer ${token}` };
  const read = async (method: "GET" | "POST", url: string, payload?: object) =>
    (
      await app.inject({ method, url, headers, ...(payload && { payload }) })
    ).json<UserRunResponse>().run;
  const rows: Row[] = [];
  for (const action of ACTIONS) {
    const begin = performance.now();
    let longest = 0;
    const user_ids = members.join(",");
    const body = { action, role: "admin", user_ids, confirm_count: USERS };
    let run = await read("POST", "/api/user-runs", body);
    while (run.state === "running") {
      await pause(POLL_MS);
      const sent = performance.now();
      run = await read("GET", `/api/user-runs/${run.id}`);
      longest = Math.max(longest, performance.now() - sent);
    }
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    const changed = `${action}: ${run.counts.done} users`;
    rows.push({ what: changed, figure: `${seconds} s`, target: "≤ 60 s" });
    rows.push({ what: "longest other request", figure: `${longest.toFixed(0)} ms`, target: "" });
  }
  await app.close();
  return rows;
}
