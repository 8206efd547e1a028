import { DatabaseSync } from "node:sqlite";
import type { Comment } from "#contract/shapes/comment.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { databaseFile } from "#server/db/folder.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import { callServer } from "./process.ts";

/** The fields of a task that writers change, as JSON; null once it is deleted. */
type State = string | null;

const stateOf = ({ title, description, status }: TaskInput): State =>
  JSON.stringify([title, description, status]);

/** The changes that servers have acknowledged to writers. */
interface Ledger {
  /** The possible states of each task: more than one after a change without a response. */
  tasks: Map<string, State[]>;
  /** The task id of each comment. */
  comments: Map<string, string>;
  /** The number of acknowledged changes. */
  count: number;
  /** Whether a backup is being written, which may have the changes from now on or not. */
  isBackupRunning: boolean;
}

export const emptyLedger = (): Ledger => ({
  tasks: new Map(),
  comments: new Map(),
  count: 0,
  isBackupRunning: false,
});

/** Long enough that SQLite checkpoints its log during a test. */
const FILLING = "What eight writers write. ".repeat(100).trim();

/**
 * Creates, moves, edits, comments and deletes its own tasks, one request at a time, until a response
 * isn't as expected. Resolves with that response's status, or 0 without a response.
 */
export async function write(base: string, token: string, ledger: Ledger): Promise<number> {
  const mine: { id: string; task: TaskInput }[] = [];
  /** Enters the change in the ledger before and after the request. Resolves with its status. */
  async function change(
    method: string,
    path: string,
    { id, next, body }: { id: string; next: State; body?: unknown },
  ): Promise<number> {
    const before = ledger.tasks.get(id) ?? [];
    ledger.tasks.set(id, [...before, next]);
    const { status } = await callServer(`${base}/api/${path}`, { method, body, token });
    if (status !== 200 && status !== 204) return status;
    if (!ledger.isBackupRunning) ledger.tasks.set(id, [next]);
    ledger.count += 1;
    return 200;
  }
  async function create(): Promise<number> {
    const title = `Task ${crypto.randomUUID()}`;
    const task = { title, description: FILLING, status: "Todo", priority: "Low" } as const;
    const { status, body } = await callServer(`${base}/api/tasks`, { body: task, token });
    if (status !== 201) return status;
    const { id } = (body as TaskResponse).task;
    ledger.tasks.set(id, ledger.isBackupRunning ? [null, stateOf(task)] : [stateOf(task)]);
    ledger.count += 1;
    mine.push({ id, task });
    return 200;
  }
  async function comment(id: string): Promise<number> {
    const url = `${base}/api/tasks/${id}/comments`;
    const { status, body } = await callServer(url, { body: { comment: "Seen" }, token });
    if (status !== 201) return status;
    if (!ledger.isBackupRunning) ledger.comments.set((body as Comment).id, id);
    ledger.count += 1;
    return 200;
  }
  async function step(): Promise<number> {
    const [one] = mine;
    const which = Math.floor(Math.random() * 6);
    if (!one || which === 0) return await create();
    const { id, task } = one;
    if (which === 1) return await comment(id);
    if (which === 2 && mine.length > 2) {
      mine.shift();
      return await change("DELETE", `tasks/${id}`, { id, next: null });
    }
    const moved = which < 5;
    const status = TASK_STATUSES[Math.floor(Math.random() * 3)] ?? "Done";
    const next = moved ? { ...task, status } : { ...task, title: `Edited ${crypto.randomUUID()}` };
    one.task = next;
    const after = { id, next: stateOf(next) };
    if (!moved) return await change("PUT", `tasks/${id}`, { ...after, body: next });
    return await change("PATCH", `kanban/${id}/status`, { ...after, body: { status } });
  }
  try {
    for (;;) {
      const status = await step();
      if (status !== 200) return status;
    }
  } catch {
    return 0;
  }
}

/**
 * Runs eight writers, and calls `end` after `more` changes. Resolves with the writers' last statuses
 * when all have stopped.
 */
export async function writersUntil(
  { base, token, ledger }: { base: string; token: string; ledger: Ledger },
  more: number,
  end: () => void | Promise<void>,
): Promise<number[]> {
  const enough = ledger.count + more;
  let stopped: number[] | undefined;
  const all = Promise.all(Array.from({ length: 8 }, () => write(base, token, ledger)));
  void all.then((answers) => (stopped = answers));
  while (ledger.count < enough) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (stopped) throw new Error(`The writers stopped with ${stopped.join()}`);
  }
  await end();
  return await all;
}

interface Stored {
  tasks: (TaskInput & { id: string })[];
  comments: { id: string }[];
  /** The results of integrity checks. */
  damage: string[];
}

async function stored(where: string): Promise<Stored> {
  if (isPostgres(where)) {
    const db = openDatabase(where, { poolSize: 1 });
    const tasks = await db
      .selectFrom("tasks")
      .select(["id", "title", "description", "status", "priority"])
      .execute();
    const comments = await db.selectFrom("comments").select("id").execute();
    await db.destroy();
    return { tasks, comments, damage: [] };
  }
  // Read-only, so that a killed server's log stays for the next server.
  const db = new DatabaseSync(databaseFile(where), { readOnly: true });
  const all = (query: string) => db.prepare(query).all() as never[];
  const damage = [
    ...all("pragma integrity_check").map((row) => String(row["integrity_check"])),
    ...all("pragma foreign_key_check").map((row) => JSON.stringify(row)),
  ].filter((line) => line !== "ok");
  const tasks = all("select id, title, description, status, priority from tasks");
  const comments = all("select id from comments");
  db.close();
  return { tasks, comments, damage };
}

/**
 * Compares a database with the ledger. Returns differences and damage. Afterwards the ledger has the
 * actual state of each task.
 */
export async function lostFrom(where: string, ledger: Ledger): Promise<string[]> {
  const { tasks, comments, damage } = await stored(where);
  const there = new Map(tasks.map((task) => [task.id, stateOf(task)]));
  const written = new Set(comments.map(({ id }) => id));
  const lost = [...damage];
  for (const [id, states] of ledger.tasks) {
    const state = there.get(id) ?? null;
    if (!states.includes(state)) lost.push(`task ${id}: ${state?.slice(0, 60)}`);
    ledger.tasks.set(id, [state]);
  }
  for (const [id, task] of ledger.comments) {
    if (!there.has(task)) ledger.comments.delete(id);
    else if (!written.has(id)) lost.push(`comment ${id} on task ${task}`);
  }
  return lost;
}

/** Signs in to an account that a test has registered. */
export async function signIn(base: string, email: string): Promise<SessionResponse> {
  const body = { email, password: "a long password" };
  const answer = await callServer(`${base}/api/auth/login`, { body });
  if (answer.status !== 200) throw new Error(`The sign-in got status ${answer.status}`);
  return answer.body as SessionResponse;
}
