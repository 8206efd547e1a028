import { sql } from "kysely";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Places } from "./loadPlaces.ts";
import { LoadTarget } from "./loadTarget.ts";
import { emailOf, fillUsers, PASSWORD } from "./loadUsers.ts";
import { fillWithMany } from "./manyTasks.ts";
import { type Costs, type DatabaseFigures, KINDS, type Kind } from "./measurements.ts";

/** The maximum number of accounts that sign in. */
const LOGIN_ACCOUNTS_MAX = 200;
/** Sign-ins are slow by design, so a shorter measurement has too few. */
const LOGIN_SECONDS = 3;

/** Measures the cost of each call with this number of tasks. */
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
    // The board comes last, because a very large one may crash the server.
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

/** Runs migrations and a vacuum before the measurement, because both may take minutes. */
async function settle(where: string): Promise<void> {
  await migrateDatabase(where);
  if (!where.includes("://")) return;
  await using db = openDatabase(where, { statementTimeout: 0 });
  await sql`vacuum analyze`.execute(db);
}

/** Measures the calls whose cost depends on the number of users. */
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
    let existing = 0;
    for (const users of sizes) {
      await fillUsers(target.db, existing, users);
      existing = users;
      const step = Math.ceil(users / LOGIN_ACCOUNTS_MAX);
      const logins = Array.from({ length: Math.min(users, LOGIN_ACCOUNTS_MAX) }, (_none, turn) => {
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
