import { setImmediate as nextTurn } from "node:timers/promises";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import { WEBHOOK_EVENTS } from "#contract/webhook.ts";
import { JOB_KINDS } from "#server/jobKinds.ts";
import { takeLeases } from "#server/jobs/lease.ts";
import { finishJob, workOn } from "#server/jobs/step.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { LiveClient } from "./liveClient.ts";

/**
 * The users. Ada stays an admin, and everybody may mention Max; the others are deactivated, deleted and
 * renamed. Only Eve is renamed, and she gets no tasks, because the record has names.
 */
export const NAMES = ["Ada", "Eve", "Max", "Bob", "Zoe"] as const;
export type Name = (typeof NAMES)[number];

/** A request of a user. */
export interface Request {
  by: Name;
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  body?: object;
  /** The body of a request that sends a table. */
  file?: string;
  /** The API token with which it is sent, instead of the session's. */
  token?: ApiToken | undefined;
}

interface ApiToken {
  by: Name;
  id: string;
  secret: string;
}

const onPostgres = Boolean(process.env["TEST_DATABASE_URL"]);

/** Servers on a database, which can be stopped and started again, and what their clients know. */
export class World {
  /** On PostgreSQL two servers share the database. */
  servers: TestServer[] = [];
  readonly client = new LiveClient();
  users!: Readonly<Record<Name, TestUser>>;
  webhookId = "";
  /** The ids in responses. */
  tasks: string[] = [];
  comments: { task: string; id: string }[] = [];
  files: { task: string; id: string }[] = [];
  /** The first assignee of each task. */
  readonly assignees = new Map<string, string | null>();
  /** What a comment said from an instant on. */
  readonly said = new Map<string, { id: string; text: string }>();
  /** The labels' names by their ids, of which two are of a group. */
  readonly labels = new Map<string, string>();
  teams: string[] = [];
  runs: string[] = [];
  taskRuns: string[] = [];
  imports: string[] = [];
  /** The task that each row of an import has created, by the import and the row. */
  readonly imported = new Map<string, string>();
  tokens: ApiToken[] = [];
  /** The API token of each instant at which one was used. */
  readonly tokenTimes = new Map<string, string>();
  links: string[] = [];
  /** The instants of requests that change many tasks. */
  readonly bulkTimes = new Set<string>();
  /** The instants of requests that undo such a change, of which nobody is notified. */
  readonly undoTimes = new Set<string>();
  #place: Place;

  private constructor(place: Place) {
    this.#place = place;
  }

  /** Starts servers on a new database with the users and a webhook for all events. */
  static async open(): Promise<World> {
    const world = new World(await makePlace({ hasTables: true }));
    await world.#start();
    const as = async (name: Name) =>
      await world.server.as(name === "Ada" || name === "Eve" ? "admin" : "member", { name });
    const users = await Promise.all(NAMES.map(async (name) => [name, await as(name)] as const));
    world.users = Object.fromEntries(users) as World["users"];
    const webhook = { url: "https://example.com/hook", events: WEBHOOK_EVENTS.join() };
    const { body } = await world.users.Ada.call("POST", "/api/webhooks", webhook);
    world.webhookId = (body as { webhook: { id: string } }).webhook.id;
    for (const name of ["Bug", "Client: Acme", "Client: Initech"]) {
      const made = await world.users.Max.call("POST", "/api/labels", { name });
      world.labels.set((made.body as { label: { id: string } }).label.id, name);
    }
    await world.client.begin(world.server, world.users.Max);
    return world;
  }

  /** Any server. */
  get server(): TestServer {
    return this.serverAt(0);
  }

  serverAt(which: number): TestServer {
    return this.servers[which % this.servers.length] as TestServer;
  }

  async #start(time?: Date): Promise<void> {
    const options = { where: this.#place.where, ...(time && { time }) };
    const all = onPostgres ? [options, options] : [options];
    this.servers = await Promise.all(all.map(startServer));
  }

  async #stop(): Promise<void> {
    await Promise.all(this.servers.map(async (server) => await server.close()));
  }

  advance(ms: number): void {
    for (const { clock } of this.servers) clock.advance(ms);
  }

  /** Sends a request with a key for repeats to one of the servers. */
  async send({ by, method, url, body, file, token }: Request, key: string, which: number) {
    const { statusCode, payload } = await this.serverAt(which).app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token?.secret ?? this.users[by].accessToken}`,
        [IDEMPOTENCY_HEADER]: key,
        ...(body && { "content-type": "application/json" }),
        ...(file && { "content-type": "text/csv" }),
      },
      ...(body && { payload: JSON.stringify(body) }),
      ...(file && { payload: file }),
    });
    return { status: statusCode, body: payload === "" ? {} : (JSON.parse(payload) as object) };
  }

  /** Stops the servers, also in the middle of `under`, and starts others. */
  async restart(under?: () => Promise<unknown>): Promise<void> {
    const { time } = this.server.clock;
    const interrupted = under?.().catch(() => undefined);
    // Lets the request begin.
    if (under) await nextTurn();
    await this.#stop();
    await interrupted;
    await this.#start(time);
    await this.client.follow(this.server, this.users.Max);
  }

  /** Does the jobs that a server has left. */
  async finishJobs(): Promise<void> {
    const { db, deps } = this.server;
    const running = db.selectFrom("jobs").select("id").where("state", "=", "running");
    while ((await running.execute()).length > 0) {
      await db.updateTable("jobs").set({ lease_owner: null, lease_until: null }).execute();
      for (const lease of await takeLeases(db)) await finishJob(workOn(deps, JOB_KINDS, lease));
      // The server's own worker may be between two steps of a job.
      await nextTurn();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.client.close();
    await this.#stop();
    await this.#place.drop();
  }
}
