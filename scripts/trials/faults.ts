import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import { makeFolderPlace } from "#server/testing/place.ts";
import { runPostgres, type TestPostgres } from "#server/testing/postgres.ts";
import { freePort, killServers, type ReadyServer, serverOn } from "#server/testing/process.ts";
import { judge } from "./verdict.ts";
import { nothingYet, write } from "./writer.ts";

/*
 * Writers against servers that are killed, stopped and frozen, on a database that is stopped and cut:
 * `node scripts/trials/faults.ts [--seconds 120]`. Prints how many writes were acknowledged, and how many
 * of these are lost, wrong or there twice; exits with 1 if any is.
 */

const WRITERS = 20;
/** The pause in ms between two faults. */
const BETWEEN_MS = 1_500;
/** A run has an end, however slow the machine is: in ms. */
const LIMIT_MS = 4.5 * 60_000;

const { values } = parseArgs({ options: { seconds: { type: "string", default: "120" } } });
const seconds = Number(values.seconds);

type Fault = [name: string, run: () => Promise<void>];

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Servers that share a database, and can be restarted on their ports. */
class Servers {
  readonly #env: Record<string, string>;
  readonly #running: ReadyServer[] = [];
  bases: readonly string[] = [];

  constructor(env: Record<string, string>) {
    this.#env = { ...env, ACCESS_TOKEN_TTL: "3600", DATABASE_WAIT: "60" };
  }

  async start(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      await this.#startOn(index, String(await freePort()));
    }
    this.bases = this.#running.map(({ base }) => base);
  }

  async #startOn(index: number, PORT: string): Promise<void> {
    this.#running[index] = await serverOn({ ...this.#env, PORT });
  }

  /** Ends a server by a signal, and starts it again. */
  async restart(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const index = Math.floor(Math.random() * this.#running.length);
    const { child, base } = this.#running[index] as ReadyServer;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
    await this.#startOn(index, new URL(base).port);
  }

  async freeze(): Promise<void> {
    const { child } = anyOf(this.#running);
    child.kill("SIGSTOP");
    await pause(BETWEEN_MS);
    child.kill("SIGCONT");
  }

  get faults(): Fault[] {
    return [
      ["kill -9", () => this.restart("SIGKILL")],
      ["SIGTERM", () => this.restart("SIGTERM")],
      ["frozen", () => this.freeze()],
    ];
  }
}

/** Lets writers write during faults. Returns whether all is as acknowledged. */
async function trial(name: string, where: string, servers: Servers, faults: readonly Fault[]) {
  const acknowledged = nothingYet();
  const ends = performance.now() + seconds * 1000;
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, () =>
    write(servers.bases, acknowledged, () => isOver),
  );
  const counts = new Map<string, number>();
  while (performance.now() < ends) {
    await pause(BETWEEN_MS);
    const [fault, run] = anyOf(faults);
    await run();
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
  }
  isOver = true;
  await Promise.all(writers);
  await killServers();
  const { lost, wrong, twice } = await judge(where, acknowledged);
  const { count, refused } = acknowledged;
  const faultList = [...counts].map(([fault, times]) => `${times} ${fault}`).join(", ");
  console.log(
    `${name}: ${count} acknowledged under ${faultList}; ${lost.length} lost, ${wrong.length} wrong, ` +
      `${twice.length} twice, ${refused.length} refused`,
  );
  const problems = [...lost, ...wrong, ...twice, ...refused];
  for (const problem of problems.slice(0, 20)) console.error(`  ${problem}`);
  return problems.length === 0;
}

async function onSqlite(): Promise<boolean> {
  const { where, env, drop } = makeFolderPlace();
  const servers = new Servers(env);
  await servers.start(1);
  const isRight = await trial("SQLite, one server", where, servers, servers.faults);
  await drop();
  return isRight;
}

async function onPostgres(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-faults-"));
  const port = await freePort();
  let postgres: TestPostgres = await runPostgres({ folder, port, durable: true });
  const { url } = postgres;
  const servers = new Servers({ DATABASE_URL: url });
  await servers.start(2);
  const faults: Fault[] = [
    ...servers.faults,
    [
      "PostgreSQL stopped",
      async () => {
        await postgres.stop();
        postgres = await runPostgres({ folder, port, durable: true });
      },
    ],
    [
      "connections cut",
      async () => {
        const db = openDatabase(url, { poolSize: 1 });
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()
        `.execute(db);
        await db.destroy();
      },
    ],
  ];
  const isRight = await trial("PostgreSQL, two servers", url, servers, faults);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  return isRight;
}

setTimeout(() => {
  console.error("The trial took too long");
  process.exit(1);
}, 2 * LIMIT_MS).unref();
const results = [await onSqlite(), await onPostgres()];
process.exitCode = results.every(Boolean) ? 0 : 1;
