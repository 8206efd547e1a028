import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { openDatabase } from "#server/db/open.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";
import { median, quantile, type Row } from "./table.ts";

const PASSWORD = "a long password";
const ACCOUNTS = 100;
const TRIES = 300;
const TASKS = 100;
const FLOOD_SECONDS = 10;
const FLOOD_RATE = 100;

const KINDS = ["unknown", "wrong", "inactive"] as const;
type Kind = (typeof KINDS)[number];

const emailOf = (kind: Kind, number: number) => `${kind}-${number}@example.com`;

/** Compares the times of refused sign-ins, and measures the effect of a flood of them. */
export async function measureSignIn(port: number): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  await fillDatabase(folder, TASKS);
  await addAccounts(folder);
  const server = await MeasuredServer.start(
    "server/main.ts",
    // Each attempt comes from another IP address, so the limit per address refuses none of them.
    { PORT: String(port), DATA_DIR: folder, LOGIN_RATE_LIMIT: "1000000", TRUST_PROXY: "1" },
    "/healthz",
  );
  try {
    return [...(await compareRefusals(server)), ...(await flood(server))];
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addAccounts(folder: string): Promise<void> {
  await using db = openDatabase(folder);
  const shared = {
    role: "member" as const,
    password_hash: await hashPassword(PASSWORD),
    created_at: new Date().toISOString(),
  };
  const rows = (["wrong", "inactive"] as const).flatMap((kind) =>
    Array.from({ length: ACCOUNTS }, (_none, number) => {
      const email = emailOf(kind, number);
      const is_active = kind === "inactive" ? 0 : 1;
      return { ...shared, id: randomUUID(), name: kind, email, email_key: email, is_active };
    }),
  );
  await db.insertInto("users").values(rows).execute();
}

let address = 0;

async function login(server: MeasuredServer, kind: Kind, number: number): Promise<number> {
  address += 1;
  const from = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`;
  const password = kind === "wrong" ? "another password" : PASSWORD;
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ email: emailOf(kind, number % ACCOUNTS), password }),
  });
  await response.text();
  return response.status;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The three kinds take turns, so that other programs disturb all of them. */
async function compareRefusals(server: MeasuredServer): Promise<Row[]> {
  const times: Record<Kind, number[]> = { unknown: [], wrong: [], inactive: [] };
  for (let number = 0; number < TRIES; number += 1) {
    for (let turn = 0; turn < KINDS.length; turn += 1) {
      const kind = KINDS[(number + turn) % KINDS.length] ?? "unknown";
      times[kind].push(await timed(() => login(server, kind, number)));
    }
  }
  const medians = KINDS.map((kind) => median(times[kind]));
  const spread = Math.max(...medians) / Math.min(...medians);
  return [
    ...KINDS.map((kind, index) => ({
      what: `sign-in refused, ${kind}: median of ${TRIES}`,
      figure: `${medians[index]?.toFixed(2)} ms`,
      target: "",
    })),
    {
      what: "ratio of the slowest median to the fastest",
      figure: spread.toFixed(3),
      target: "≤ 1.05",
    },
  ];
}

async function timedSignIn(server: MeasuredServer, headers: Record<string, string>) {
  let status = 0;
  const ms = await timed(async () => {
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "192.168.7.7", ...headers },
      body: JSON.stringify({ email: "bench@example.com", password: PASSWORD }),
    });
    await response.text();
    status = response.status;
  });
  return `${status} after ${Math.round(ms)} ms`;
}

async function flood(server: MeasuredServer): Promise<Row[]> {
  const registration = await fetch(`${server.url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "bench@example.com", password: PASSWORD, role: "member" }),
  });
  const { accessToken } = (await registration.json()) as SessionResponse;
  const [cookie = ""] = String(registration.headers.get("set-cookie")).split(";");
  const headers = { authorization: `Bearer ${accessToken}` };
  const readBoard = async () => {
    const response = await fetch(`${server.url}/api/kanban/board`, { headers });
    if (!response.ok) throw new Error(`The board responded with ${response.status}`);
    await response.text();
  };
  const reads = async (): Promise<number[]> => {
    const times: number[] = [];
    const end = performance.now() + FLOOD_SECONDS * 1000;
    while (performance.now() < end) {
      times.push(await timed(readBoard));
      await pause(20);
    }
    return times;
  };

  const quiet = await reads();
  let sent = 0;
  let answered = 0;
  const start = performance.now();
  const sender = setInterval(() => {
    const due = ((performance.now() - start) / 1000) * FLOOD_RATE;
    for (; sent < due; sent += 1) {
      // Requests without a response when the server ends are ignored.
      login(server, "wrong", sent).then(
        () => (answered += 1),
        () => undefined,
      );
    }
  }, 10);
  const busy = await reads();
  const stranger = await timedSignIn(server, {});
  const known = await timedSignIn(server, { cookie });
  clearInterval(sender);
  const rate = sent / FLOOD_SECONDS;
  const figure = (times: number[]) => `${quantile(times, 0.99).toFixed(1)} ms`;
  return [
    { what: "board read, p99, without a flood", figure: figure(quiet), target: "" },
    {
      what: `board read, p99, ${rate.toFixed(0)} failed sign-ins a second`,
      figure: figure(busy),
      target: "≤ 100 ms",
    },
    {
      what: "sign-in with the right password during the flood, from another network",
      figure: stranger,
      target: "",
    },
    {
      what: "sign-in with the right password during the flood, on a known device",
      figure: known,
      target: "",
    },
    { what: "failed sign-ins with a response", figure: `${answered} of ${sent}`, target: "" },
  ];
}
