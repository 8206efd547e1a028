import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Request } from "autocannon";
import type { BoardResponse } from "#contract/board.ts";
import type { SessionResponse } from "#contract/session.ts";
import { TASK_STATUSES, type Task } from "#contract/task.ts";
import { fillDatabase } from "./fill.ts";
import { MeasuredServer } from "./measured.ts";
import { median, type Row } from "./table.ts";

const ROUNDS = 5;
const SECONDS = 3;
const TASKS = 100;

/**
 * Compares the CPU time of a board read and a move with the minimal server of bareServer.ts on the
 * same data. That server always uses SQLite. PostgreSQL's own CPU time isn't counted.
 */
export async function measureServer(ports: [number, number], databaseUrl?: string): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-bench-"));
  const running: MeasuredServer[] = [];
  try {
    await fillDatabase(databaseUrl ?? folder, TASKS);
    const product = await MeasuredServer.start(
      "server/main.ts",
      {
        PORT: String(ports[0]),
        LOGIN_RATE_LIMIT: "off",
        ...(databaseUrl === undefined ? { DATA_DIR: folder } : { DATABASE_URL: databaseUrl }),
      },
      "/healthz",
    );
    running.push(product);
    const bare = await MeasuredServer.start(
      "bench/bareServer.ts",
      { PORT: String(ports[1]), BARE_DATABASE: path.join(folder, "bare.db") },
      "/",
    );
    running.push(bare);

    const { accessToken } = await post<SessionResponse>(product, "/api/auth/register", {
      email: "bench@example.com",
      password: "a long password",
      role: "member",
    });
    const authorization = `Bearer ${accessToken}`;
    const body = await get(product, authorization);
    const { board } = JSON.parse(body) as BoardResponse;
    const tasks = TASK_STATUSES.flatMap((status) => board[status]);
    await post(bare, "/", tasks);
    const bareBoard: unknown = JSON.parse(await get(bare, authorization));
    if (!isDeepStrictEqual(bareBoard, { board })) throw new Error("The two boards differ");

    const read = { method: "GET", path: "/api/kanban/board", headers: { authorization } } as const;
    const target = (times: string) => (databaseUrl === undefined ? `≤ ${times}` : "");
    const move = () => moves(tasks, authorization);
    return [
      ...(await compare("board read", product, bare, () => [read], target("1.5"))),
      ...(await compare("move", product, bare, move, target("2.0"))),
      // After each move the server must build the board; an unchanged one comes from its cache.
      ...(await compare("move, then board", product, bare, () => [...move(), read], "")),
    ];
  } finally {
    await Promise.all(running.map((server) => server.end()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moves one task after another to the next column, so that every move changes something. */
function moves(tasks: readonly Task[], authorization: string): Request[] {
  let count = 0;
  return [
    {
      method: "PATCH",
      headers: { authorization, "content-type": "application/json" },
      setupRequest: (request) => {
        const task = tasks[count % tasks.length];
        const turn = Math.floor(count++ / tasks.length) + 1;
        if (!task) return request;
        const status = TASK_STATUSES[(TASK_STATUSES.indexOf(task.status) + turn) % 3];
        const body = JSON.stringify({ status });
        return { ...request, path: `/api/kanban/${task.id}/status`, body };
      },
    },
  ];
}

/** The servers take turns, so that other programs disturb both, and the medians are compared. */
async function compare(
  name: string,
  product: MeasuredServer,
  bare: MeasuredServer,
  requests: () => Request[],
  target: string,
): Promise<Row[]> {
  // Each server gets one sequence of requests over all rounds.
  const [toProduct, toBare] = [requests(), requests()];
  await product.cost(toProduct, 1);
  await bare.cost(toBare, 1);
  const ours: { cpu: number; rate: number }[] = [];
  const theirs: { cpu: number; rate: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await product.cost(toProduct, SECONDS));
    theirs.push(await bare.cost(toBare, SECONDS));
  }
  const cpu = median(ours.map((figure) => figure.cpu));
  const bareCpu = median(theirs.map((figure) => figure.cpu));
  const rate = (figures: { rate: number }[]) => median(figures.map((figure) => figure.rate));
  return [
    { what: `${name}: CPU per request`, figure: `${cpu.toFixed(0)} µs`, target: "" },
    { what: `${name}: CPU, bare server`, figure: `${bareCpu.toFixed(0)} µs`, target: "" },
    {
      what: `${name}: times the bare server`,
      figure: (cpu / bareCpu).toFixed(2),
      target,
    },
    {
      what: `${name}: requests a second (bare)`,
      figure: `${rate(ours).toFixed(0)} (${rate(theirs).toFixed(0)})`,
      target: "",
    },
  ];
}

async function get(server: MeasuredServer, authorization: string): Promise<string> {
  const response = await fetch(`${server.url}/api/kanban/board`, { headers: { authorization } });
  return await response.text();
}

async function post<T>(server: MeasuredServer, url: string, body: unknown): Promise<T> {
  const response = await fetch(`${server.url}${url}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
