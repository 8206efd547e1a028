import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Call, Job, Outcome } from "./loadGenerator.ts";
import { PASSWORD } from "./loadUsers.ts";
import { VOCABULARY } from "./manyTasks.ts";
import { MeasuredServer } from "./measured.ts";
import type { Cost, Kind, Throughput } from "./measurements.ts";
import { cpuOfDescendants } from "./processes.ts";
import { quantile } from "./table.ts";

/**
 * A server is idle below this share of CPU time. It is measured over CPU_SAMPLE_MS, for at most
 * IDLE_TIMEOUT_MS.
 */
const IDLE_SHARE_MAX = 0.03;
const CPU_SAMPLE_MS = 500;
const IDLE_TIMEOUT_MS = 60_000;
/** The number of tasks that the load moves and reads. */
const SAMPLE_TASKS = 300;
/** A frequent word, a rare one, and a very rare one. */
const SEARCHES = [0, 1_000, 20_000].map((rank) => String(VOCABULARY[rank]));

/** The number of users who send the searches: a user may have a few at the same time. */
const SEARCHERS = 8;

/** The responses to a load, and its cost. */
export interface Use extends Throughput {
  outcome: Outcome;
  calls: number;
}

/** A server under load, its database, and the process that sends the requests. */
export class LoadTarget {
  readonly server: MeasuredServer;
  readonly db: Kysely<Database>;
  readonly port: number;
  readonly #generator: ChildProcess;
  /** The users' access tokens. The first one sends everything but the searches. */
  readonly #tokens: string[] = [];

  private constructor(server: MeasuredServer, db: Kysely<Database>, port: number) {
    this.server = server;
    this.db = db;
    this.port = port;
    this.#generator = fork(path.join(import.meta.dirname, "loadGenerator.ts"));
  }

  /** @param where the database: a PostgreSQL URL, or a folder */
  static async start(where: string, port: number): Promise<LoadTarget> {
    const isUrl = where.includes("://");
    const server = await MeasuredServer.start(
      "server/main.ts",
      {
        PORT: String(port),
        NODE_ENV: "production",
        ACCESS_TOKEN_TTL: "86400",
        LOGIN_RATE_LIMIT: "off",
        DATABASE_STATEMENT_TIMEOUT: "120",
        ...(isUrl ? { DATABASE_URL: where } : { DATA_DIR: where }),
      },
      "/healthz",
    );
    const target = new LoadTarget(server, openDatabase(where), port);
    for (let number = 0; number < SEARCHERS; number += 1) {
      const { accessToken } = await target.post<SessionResponse>("register", {
        email: `bench-${number}@example.com`,
        password: PASSWORD,
        role: "member",
      });
      target.#tokens.push(accessToken);
    }
    return target;
  }

  async end(): Promise<void> {
    this.#generator.kill();
    await this.db.destroy();
    await this.server.end();
  }

  /** Registers or signs in. */
  async post<T>(action: "register" | "login", body: object): Promise<T> {
    const response = await fetch(`${this.server.url}/api/auth/${action}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  call(kind: string, url: string, method = "GET", body?: object, user = 0): Call {
    const text = body && JSON.stringify(body);
    const head = [
      `${method} ${url} HTTP/1.1`,
      "host: 127.0.0.1",
      `authorization: Bearer ${this.#tokens[user]}`,
      ...(text === undefined
        ? []
        : ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`]),
    ];
    return { kind, text: `${head.join("\r\n")}\r\n\r\n${text ?? ""}` };
  }

  /** The calls of a kind, for the current tasks. A read of the board follows a move. */
  async calls(kind: Kind): Promise<Call[]> {
    const get = (url: string) => this.call(kind, url);
    switch (kind) {
      case "board":
        return (await this.#moves()).flatMap((move) => [move, get("/api/kanban/board")]);
      case "again":
        return [get("/api/kanban/board")];
      case "dashboard":
        return [get("/api/dashboard/stats")];
      case "list":
        return [1, 2, 3, 4, 5].map((page) => get(`/api/tasks/search?page=${page}`));
      case "search":
        return this.#tokens.flatMap((_token, user) =>
          SEARCHES.map((text) => {
            const url = `/api/tasks/search?search=${encodeURIComponent(text)}`;
            return this.call(kind, url, "GET", undefined, user);
          }),
        );
      case "task":
        return (await this.#sample()).map(({ id }) => get(`/api/tasks/${id}`));
      case "move":
        return await this.#moves();
    }
  }

  async #sample() {
    return await this.db
      .selectFrom("tasks")
      .select(["id", "status"])
      .orderBy("id")
      .limit(SAMPLE_TASKS)
      .execute();
  }

  /** Moves each task through all columns back to its own, so that every move changes something. */
  async #moves(): Promise<Call[]> {
    const sample = await this.#sample();
    return TASK_STATUSES.flatMap((_status, turn) =>
      sample.map(({ id, status: from }) => {
        const status = TASK_STATUSES[(TASK_STATUSES.indexOf(from) + turn + 1) % 3];
        return this.call("move", `/api/kanban/${id}/status`, "PATCH", { status });
      }),
    );
  }

  /** Waits until the server is idle, because at its start it reads all tasks. */
  async rest(): Promise<void> {
    const deadline = Date.now() + IDLE_TIMEOUT_MS;
    for (let busy = 1; busy > IDLE_SHARE_MAX && Date.now() < deadline; ) {
      const before = await this.server.cpu();
      await pause(CPU_SAMPLE_MS);
      busy = ((await this.server.cpu()) - before) / (CPU_SAMPLE_MS * 1_000);
    }
  }

  /** Runs a load. Throws if a response isn't 2xx. */
  async use(calls: Call[], seconds: number, load: Job["load"]): Promise<Use> {
    const before = [await this.server.cpu(), cpuOfDescendants("postgres")] as const;
    this.#generator.send({ port: this.port, calls, seconds, load } satisfies Job);
    const [outcome] = (await once(this.#generator, "message")) as [Outcome];
    if (outcome.failure !== undefined) throw new Error(outcome.failure);
    const after = [await this.server.cpu(), cpuOfDescendants("postgres")] as const;
    const all = Object.values(outcome.times).flat();
    return {
      outcome,
      calls: all.length,
      rate: all.length / outcome.seconds,
      p50: quantile(all, 0.5),
      p99: quantile(all, 0.99),
      server: (after[0] - before[0]) / all.length,
      database: (after[1] - before[1]) / all.length,
    };
  }

  /**
   * Measures the calls one after another. Returns null if one of them fails.
   *
   * @param move the cost of the move before each call, which is subtracted
   */
  async cost(calls: Call[], seconds: number, move?: Cost): Promise<Cost | null> {
    try {
      await this.use(calls, seconds / 4, { connections: 1 });
      const use = await this.use(calls, seconds, { connections: 1 });
      const times = use.outcome.times[calls.at(-1)?.kind ?? ""] ?? [];
      const own = (mean: number, ofMove = 0) => (move ? mean * 2 - ofMove : mean);
      return {
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        calls: times.length,
        server: own(use.server, move?.server),
        database: own(use.database, move?.database),
        size: own(use.outcome.bytes / use.calls, move?.size),
      };
    } catch (failure) {
      console.log(`  no response: ${String(failure)}`);
      return null;
    }
  }
}
