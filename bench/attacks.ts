import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { ProbeData } from "./attackProbe.ts";
import { type Attack, MB, type Target, timed, watchMemory } from "./attackTarget.ts";
import { FILE_ATTACKS } from "./fileAttacks.ts";
import { IMPORT_ATTACKS } from "./importAttacks.ts";
import { MeasuredServer } from "./measured.ts";
import { READ_ATTACKS } from "./readAttacks.ts";
import { RUN_ATTACKS } from "./runAttacks.ts";
import type { Row } from "./table.ts";
import { TASK_ATTACKS } from "./taskAttacks.ts";

const PASSWORD = "a long password";
const ATTACKS: Record<string, Attack> = {
  "6. 60 clients that don't read": async ({ server, session }) => {
    const before = await server.memory();
    const { hostname, port } = new URL(server.url);
    const sockets = Array.from({ length: 60 }, () => connect(Number(port), hostname));
    const head = `GET /api/tasks/search?limit=100 HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${session.accessToken}\r\n\r\n`;
    for (const socket of sockets) {
      socket.pause();
      socket.on("error", () => undefined);
      socket.write(head);
    }
    await pause(10_000);
    const early = await server.memory();
    await pause(35_000);
    const late = await server.memory();
    for (const socket of sockets) socket.destroy();
    const more = (memory: number) => `+${Math.round((memory - before) / MB)} MB`;
    return `${more(early)} after 10 s, ${more(late)} after 45 s`;
  },
  "7. a refresh loop of 20 s": async ({ server, call, session }) => {
    const before = writtenBy(server);
    let token = session.refreshToken;
    let accepted = 0;
    let refused = 0;
    for (const end = performance.now() + 20_000; performance.now() < end; ) {
      const response = await call("POST", "/api/auth/refresh", { refreshToken: token });
      const body = (await response.json()) as Partial<SessionResponse>;
      if (response.ok) accepted += 1;
      else refused += 1;
      token = body.refreshToken ?? token;
    }
    const written = (writtenBy(server) - before) / MB;
    return `${accepted} accepted, ${refused} refused, ${written.toFixed(0)} MB written`;
  },
  "8. a sign-in while 24 addresses send 30 sign-ins a minute each": async ({ call }) => {
    const flood: Promise<unknown>[] = [];
    for (let round = 0; round < 30; round += 1) {
      for (let network = 0; network < 24; network += 1) {
        const body = { email: `${randomUUID()}@example.com`, password: "another password" };
        flood.push(call("POST", "/api/auth/login", body, `10.${network}.0.1`));
      }
    }
    await pause(200);
    const body = { email: "owner@example.com", password: PASSWORD };
    const statuses: number[] = [];
    const ms = await timed(async () => {
      statuses.push((await call("POST", "/api/auth/login", body, "192.168.7.7")).status);
    });
    await Promise.all(flood);
    return `${statuses.join(" ")} after ${ms} ms`;
  },
  ...TASK_ATTACKS,
  ...IMPORT_ATTACKS,
  ...READ_ATTACKS,
  ...RUN_ATTACKS,
  ...FILE_ATTACKS,
};

/** Bytes that the server has written to disk. Linux only. */
function writtenBy(server: MeasuredServer): number {
  const text = readFileSync(`/proc/${server.pid}/io`, "utf8");
  return Number(/^write_bytes: (\d+)$/m.exec(text)?.[1]);
}

const caller =
  (server: string, accessToken?: string): Target["call"] =>
  async (method, url, body, from = "192.168.0.1") =>
    await fetch(server + url, {
      method,
      headers: {
        "x-forwarded-for": from,
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

/**
 * Measures the maximum duration of another user's cheap request during each known attack, and by how
 * much the server's memory grows. With `only`, runs the attacks whose name begins with one of these
 * numbers.
 */
export async function measureAttacks(
  port: number,
  only: readonly string[],
  postgres?: string,
): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  const server = await MeasuredServer.start(
    "server/main.ts",
    {
      PORT: String(port),
      DATA_DIR: folder,
      TRUST_PROXY: "1",
      WEBHOOK_PRIVATE_ADDRESSES: "on",
      ...(postgres !== undefined && { DATABASE_URL: postgres }),
    },
    "/healthz",
  );
  const register = async (email: string, role: string) => {
    const body = { email, password: PASSWORD, role };
    const answer = await caller(server.url)("POST", "/api/auth/register", body);
    return (await answer.json()) as SessionResponse;
  };
  const session = await register("owner@example.com", "admin");
  const { accessToken } = await register("other@example.com", "member");
  const call = caller(server.url, session.accessToken);
  const target: Target = { server, where: postgres ?? folder, session, call };
  const seen = new Float64Array(new SharedArrayBuffer(16));
  const probe = new Worker(path.join(import.meta.dirname, "attackProbe.ts"), {
    workerData: { url: server.url, accessToken, seen } satisfies ProbeData,
  });
  const rows: Row[] = [];
  try {
    for (const [what, attack] of Object.entries(ATTACKS)) {
      if (only.length > 0 && !only.some((number) => what.startsWith(`${number}.`))) continue;
      await pause(500);
      const growth = await watchMemory(server);
      seen.fill(0);
      const outcome = await attack(target).catch((failure: unknown) => String(failure));
      await pause(100);
      const [longestMs = 0, failed = 0] = seen;
      const failures = failed > 0 ? `, ${failed} failed` : "";
      const memory = `+${Math.round(growth() / MB)} MB`;
      const figure = `${Math.round(longestMs)} ms${failures}, ${memory}`;
      rows.push({ what, figure, target: outcome });
    }
  } finally {
    await probe.terminate();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}
