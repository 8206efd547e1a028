import { setTimeout as pause } from "node:timers/promises";
import { TASK_STATUSES } from "#contract/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { PASSWORD } from "#server/testing/process.ts";

/** The pause in ms before a request without an answer is sent once more. */
const RETRY_MS = 100;

/** What servers have acknowledged. `null`: the task is deleted. */
export interface Acknowledged {
  tasks: Map<string, TaskInput | null>;
  /** The task of each comment, by the comment's text, which is unique. */
  comments: Map<string, string>;
  count: number;
  /** Refusals that no honest client should get. */
  refused: string[];
}

export const nothingYet = (): Acknowledged => ({
  tasks: new Map(),
  comments: new Map(),
  count: 0,
  refused: [],
});

interface Sent {
  status: number;
  body: unknown;
}

/** Sends one request; undefined without a complete response. */
async function send(url: string, init: RequestInit): Promise<Sent | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as unknown) : undefined };
  } catch {
    return undefined;
  }
}

/** Whether the client must send the same request once more: nobody has decided it. */
const isOpen = (sent: Sent | undefined): sent is undefined =>
  !sent || sent.status >= 500 || sent.status === 429;

/**
 * A client that never gives up: it repeats a request with the same Idempotency-Key, at the next server,
 * until one answers.
 */
class Client {
  readonly #bases: readonly string[];
  #token = "";
  #next = Math.floor(Math.random() * 8);

  constructor(bases: readonly string[]) {
    this.#bases = bases;
  }

  async call(method: string, path: string, body?: unknown): Promise<Sent> {
    const headers = {
      "idempotency-key": crypto.randomUUID(),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
    };
    for (;;) {
      this.#next += 1;
      const base = this.#bases[this.#next % this.#bases.length];
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const sent = await send(`${base}/api/${path}`, init);
      if (!isOpen(sent)) return sent;
      await pause(RETRY_MS);
    }
  }

  async signUp(): Promise<void> {
    const email = `${crypto.randomUUID()}@example.com`;
    const { body } = await this.call("POST", "auth/register", {
      email,
      password: PASSWORD,
      role: "member",
    });
    // A registration whose response was lost has made the account.
    const session = (body as { accessToken?: string }).accessToken
      ? body
      : (await this.call("POST", "auth/login", { email, password: PASSWORD })).body;
    this.#token = (session as { accessToken: string }).accessToken;
  }
}

/** Creates, edits, moves, comments and deletes tasks of its own until `isOver`. */
export async function write(
  bases: readonly string[],
  acknowledged: Acknowledged,
  isOver: () => boolean,
): Promise<void> {
  const client = new Client(bases);
  await client.signUp();
  const mine = new Map<string, TaskInput>();

  async function change(method: string, path: string, body?: unknown): Promise<Sent | undefined> {
    const sent = await client.call(method, path, body);
    if (sent.status >= 400) {
      acknowledged.refused.push(`${method} ${path}: ${sent.status} ${JSON.stringify(sent.body)}`);
      return undefined;
    }
    acknowledged.count += 1;
    return sent;
  }
  function keep(id: string, task: TaskInput): void {
    mine.set(id, task);
    acknowledged.tasks.set(id, task);
  }
  async function step(): Promise<void> {
    const [id = "", task] = [...mine][Math.floor(Math.random() * mine.size)] ?? [];
    const which = Math.random();
    if (!task || which < 0.25) {
      const title = `Task ${crypto.randomUUID()}`;
      const created = { title, description: "", status: "Todo", priority: "Low" } as const;
      const sent = await change("POST", "tasks", created);
      if (sent) keep((sent.body as { task: { id: string } }).task.id, created);
    } else if (which < 0.45) {
      const comment = `Comment ${crypto.randomUUID()}`;
      if (await change("POST", `tasks/${id}/comments`, { comment }))
        acknowledged.comments.set(comment, id);
    } else if (which < 0.7) {
      const status = TASK_STATUSES[Math.floor(Math.random() * 3)] ?? "Done";
      if (await change("PATCH", `kanban/${id}/status`, { status })) keep(id, { ...task, status });
    } else if (which < 0.95) {
      const edited = { ...task, title: `Edited ${crypto.randomUUID()}` };
      if (await change("PUT", `tasks/${id}`, edited)) keep(id, edited);
    } else if (await change("DELETE", `tasks/${id}`)) {
      mine.delete(id);
      acknowledged.tasks.set(id, null);
    }
  }
  while (!isOver()) await step();
}
