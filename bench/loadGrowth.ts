import { sql } from "kysely";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Places } from "./loadPlaces.ts";
import { LoadTarget } from "./loadTarget.ts";
import { emailOf, fillUsers, PASSWORD } from "./loadUsers.ts";
import { fillWithMany } from "./manyTasks.ts";
import { type Costs, type DatabaseFigures, KINDS, type Kind } from "./measurements.ts";

/** Accounts that sign in, at most. */
const SIGNING_IN = 200;
/** A sign-in takes long on purpose: in less time there are too few. */
const LOGIN_SECONDS = 3;

/** What each call costs in a database with so many tasks. */
export async function measureTasks(
  places: Places,
  port: number,
  tasks: number,
  seconds: number,
): Promise<DatabaseFigures["tasks"][number]> {
  const name = `tasks_${tasks}`;
  const where = await places.create(name);
  await fillWithMany(where, tasks);
  await settle(where);
  const target = await LoadTarget.start(where, port);
  try {
    await target.rest();
    const memory = await target.server.memory();
    const costs: Partial<Costs<Kind>> = {};
    // The board comes last: of very many tasks it may be more than the server survives.
    for (const kind of KINDS.toReversed()) {
      const move = kind === "board" ? costs.move : undefined;
      costs[kind] = await target.cost(await target.calls(kind), seconds, move ?? undefined);
    }
    return { tasks, memory, costs: costs as Costs<Kind> };
  } finally {
    await target.end();
    await places.remove(name);
  }
}

/** What the start or PostgreSQL itself would do after a while, and what may take minutes. */
async function settle(where: string): Promise<void> {
  await migrateDatabase(where);
  if (!where.includes("://")) return;
  const db = openDatabase(where, { statementTimeout: 0 });
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
}

/** What depends on the number of users. */
export async function measureUsers(
  places: Places,
  port: number,
  sizes: readonly number[],
  seconds: number,
): Promise<DatabaseFigures["users"]> {
  const where = await places.create("users");
  const target = await LoadTarget.start(where, port);
  try {
    const figures: DatabaseFigures["users"] = [];
    let there = 0;
    for (const users of sizes) {
      await fillUsers(target.db, there, users);
      there = users;
      const step = Math.ceil(users / SIGNING_IN);
      const logins = Array.from({ length: Math.min(users, SIGNING_IN) }, (_none, turn) => {
        const email = emailOf((turn * step) % users);
        return target.call("login", "/api/auth/login", "POST", { email, password: PASSWORD });
      });
      figures.push({
        users,
        costs: {
          users: await target.cost([target.call("users", "/api/users")], seconds),
          me: await target.cost([target.call("me", "/api/auth/me")], seconds),
          login: await target.cost(logins, Math.max(seconds, LOGIN_SECONDS)),
        },
      });
    }
    return figures;
  } finally {
    await target.end();
    await places.remove("users");
  }
}
