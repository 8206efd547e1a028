import { EVENT_ID_HEADER } from "#contract/events.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import type { Board } from "#contract/shapes/board.ts";
import type { Task } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import {
  isSameValue,
  NEW_TASK,
  type SetChange,
  setDifference,
  setOf,
} from "#contract/taskFields.ts";
import { ALL_CARDS, ModelEvents } from "./modelEvents.ts";
import { ModelLabels } from "./modelLabels.ts";

/** The outcome of a request at the server. */
export type Fate =
  | "done"
  /** The server refuses it. */
  | "refused"
  /** The connection breaks before or after the server handles the request. */
  | "cutBefore"
  | "cutAfter"
  /** A proxy responds 502, before or after the server handles the request. */
  | "gatewayBefore"
  | "gatewayAfter"
  /** The server is busy: it answers 429, or a proxy 503, and names when to come back. */
  | "busy"
  | "busyProxy";

export interface ModelResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Whether it may leave out what the server's other process has done. */
  isPartial?: boolean;
}

/** The client's event stream comes from the first process. */
export type ProcessId = 0 | 1;

/**
 * `ours` has versions of tasks, keys of new ones, calls for single fields and live updates.
 * `withoutLive` is the same behind a proxy that holds the event stream back. `plain` has the calls of
 * the contract only (§7).
 */
export type ServerKind = "ours" | "withoutLive" | "plain";

export interface ModelRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

/** One field of a task gets another value. */
export interface Write {
  id: string;
  field: string;
  value: unknown;
  /** The field that the request has named, if it is another one: a label takes the place of another. */
  cause?: string;
}

interface Watch {
  /** Called after each change, with the process that made it. */
  changed(cardId: string, at: ProcessId): void;
  wrote(write: Write): void;
}

const USERS = ["u1", "u2"].map((id) => ({
  id,
  name: `User ${id}`,
  email: `${id}@example.com`,
  role: "member" as const,
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
}));

export type UserId = "u1" | "u2";

/** The session of a user, as sign-in returns it. */
export const sessionOf = (id: UserId, accessToken: string) => ({
  user: USERS.find((user) => user.id === id) as (typeof USERS)[number],
  accessToken,
  refreshToken: `refresh ${id}`,
});

const task = (id: string, status: TaskStatus): Task => ({
  ...NEW_TASK,
  id,
  title: `Task ${id}`,
  status,
  created_at: "",
});

const isEqual = (one: Task, other: Task): boolean =>
  (Object.keys(one) as (keyof Task)[]).every((field) =>
    isSameValue(one[field] as Task["labels"], other[field] as Task["labels"]),
  );

const NO_CHANGE: SetChange = { add: [], remove: [] };
const DELETED_LABEL: ModelResponse = {
  status: 400,
  body: { errors: [{ param: "labels", msg: "The label was deleted" }] },
};
const NOT_FOUND: ModelResponse = { status: 404, body: { error: "Not found" } };

/** A minimal server of the contract (§7), and of our extensions: columns by latest arrival. */
export class ModelServer {
  /** The latest arrival first. */
  private cards: Task[] = [task("a", "Todo"), task("b", "Todo"), task("c", "Done")];
  private readonly versions = new Map<string, number>();
  private readonly labels = new ModelLabels();
  /** The ids of the tasks that were created with each key. */
  private readonly keys = new Map<string, string>();
  private tokens = 0;
  private readonly processes = [new ModelEvents("first"), new ModelEvents("second")] as const;
  private readonly watch: Watch;
  private readonly kind: ServerKind;

  constructor(kind: ServerKind, watch: Watch) {
    this.kind = kind;
    this.watch = watch;
    // The contract has no labels (§3).
    if (kind !== "plain") this.cards = this.cards.map((card) => ({ ...card, labels: [] }));
  }

  board(): Board {
    const lists = TASK_STATUSES.map((status) => [
      status,
      this.cards.filter((card) => card.status === status),
    ]);
    return Object.fromEntries(lists) as Board;
  }

  find(id: string): Task | undefined {
    return this.cards.find((card) => card.id === id);
  }

  tokenOf(user: UserId): string {
    return `token ${this.tokens} of ${user}`;
  }

  expireToken(): void {
    this.tokens += 1;
  }

  /** Changes fields of a task. With a status it goes to the top of that column. */
  change(
    id: string,
    values: Partial<Task>,
    at: ProcessId,
    causes: ReadonlyMap<string, string> = new Map(),
  ): boolean {
    const before = this.find(id);
    if (!before) return false;
    const after = { ...before, ...values };
    // A request that changes nothing is no change. The contract leaves this open (§7).
    if (this.kind !== "plain" && isEqual(before, after)) return true;
    const others = this.cards.filter((card) => card !== before);
    this.cards =
      "status" in values && (values.status !== before.status || Object.keys(values).length === 1)
        ? [after, ...others]
        : this.cards.map((card) => (card === before ? after : card));
    for (const field of Object.keys(values) as (keyof Task)[]) {
      if (field === "labels") this.noteLabels(before, after, causes);
      else if (after[field] !== before[field]) this.watch.wrote({ id, field, value: after[field] });
    }
    this.versions.set(id, this.versionOf(id) + 1);
    this.publish(id, at);
    return true;
  }

  private noteLabels(before: Task, after: Task, causes: ReadonlyMap<string, string>): void {
    const { id } = after;
    const { add, remove } = setDifference(before.labels ?? [], after.labels ?? []);
    for (const label of [...remove, ...add]) {
      const cause = causes.get(label);
      const value = add.includes(label) ? label : null;
      const write = { id, field: `labels/${label}`, value };
      this.watch.wrote(cause === undefined ? write : { ...write, cause: `labels/${cause}` });
    }
  }

  /** Adds labels to a task and removes others. Returns false if the task or a label is gone, or no task has any. */
  changeLabels(id: string, change: SetChange, at: ProcessId): boolean {
    if (this.kind === "plain") return false;
    const changed = this.labels.changed(this.find(id)?.labels ?? [], change);
    return changed !== null && this.change(id, { labels: changed.labels }, at, changed.causes);
  }

  /**
   * A label is deleted, or merged into another one, unless a task would have two of a group. Its tasks
   * keep their versions.
   */
  endLabel(label: string, into: string | null, at: ProcessId): void {
    const hasTwo = ({ labels = [] }: Task) =>
      labels.includes(label) && this.labels.isTwoWith(labels, label, into);
    if (this.kind === "plain" || this.cards.some(hasTwo) || !this.labels.end(label, into)) return;
    this.cards = this.cards.map((card) => {
      if (!card.labels?.includes(label)) return card;
      const labels = setOf(card.labels.flatMap((one) => this.labels.rootOf(one) ?? []));
      const after = { ...card, labels };
      this.noteLabels(card, after, new Map());
      return after;
    });
    this.publish(ALL_CARDS, at);
  }

  /** Returns the new task's id. */
  add(values: Pick<Task, "status"> & Partial<Task>, at: ProcessId): string {
    const id = `new ${this.versions.size} ${this.cards.length}`;
    const labels = this.kind === "plain" ? {} : { labels: [] };
    this.cards.unshift({ ...task(id, values.status), ...labels, ...values });
    this.versions.set(id, 1);
    this.watch.wrote({ id, field: "new", value: values.title });
    this.publish(id, at);
    return id;
  }

  remove(id: string, at: ProcessId): void {
    if (!this.find(id)) return;
    this.cards = this.cards.filter((card) => card.id !== id);
    this.watch.wrote({ id, field: "gone", value: null });
    this.publish(id, at);
  }

  /** Notifies a process of the other one's next change. */
  hear(at: ProcessId): void {
    this.processes[at].hear();
  }

  private versionOf(id: string): number {
    return this.versions.get(id) ?? 0;
  }

  private publish(cardId: string, at: ProcessId): void {
    this.processes[at].publish(cardId);
    this.processes[at === 0 ? 1 : 0].expect(cardId);
    this.watch.changed(cardId, at);
  }

  private readBoard(at: ProcessId): ModelResponse {
    const board = this.board();
    const headers = { [EVENT_ID_HEADER]: this.processes[at].position };
    const response = { status: 200, body: { board } };
    return this.kind === "plain" ? response : { ...response, headers };
  }

  private readChanges(since: string, at: ProcessId): ModelResponse {
    const { position, isUpToDate } = this.processes[at];
    const named = this.processes[at].since(since);
    if (!named || named.includes(ALL_CARDS))
      return { status: 200, body: { reset: true }, isPartial: true };
    const board = this.board();
    const tasks = TASK_STATUSES.flatMap((status) =>
      board[status].flatMap((card, index) =>
        named.includes(card.id) ? [{ ...card, before: board[status][index + 1]?.id ?? null }] : [],
      ),
    );
    const removed = [...new Set(named)].filter((id) => !this.find(id));
    const body = { position, tasks, removed };
    return { status: 200, body, isPartial: !isUpToDate };
  }

  private readTask(id: string, status = 200): ModelResponse {
    const found = this.find(id);
    if (!found) return NOT_FOUND;
    const response = { status, body: { task: found } };
    if (this.kind === "plain") return response;
    const headers = { etag: `"${this.versionOf(id)}"`, [EVENT_ID_HEADER]: "first-0" };
    return { ...response, headers };
  }

  private create(body: Pick<Task, "status"> & Partial<Task>, key: string | null, at: ProcessId) {
    const known = this.kind === "plain" ? undefined : this.keys.get(key ?? "");
    const id = known ?? this.add(body, at);
    if (key !== null) this.keys.set(key, id);
    return this.readTask(id, 201);
  }

  private write(id: string, { headers, body }: ModelRequest, at: ProcessId): ModelResponse {
    const version = headers.get("if-match");
    const isOther = version !== null && version !== `"${this.versionOf(id)}"`;
    if (this.kind !== "plain" && isOther && this.find(id)) return this.readTask(id, 412);
    const found = this.find(id);
    if (!found) return NOT_FOUND;
    const { labels: given, ...values } = body as Partial<Task>;
    const current = found.labels ?? [];
    // Without a version, a whole list removes nothing: the server doesn't know what the client has seen.
    const { add, remove } = Array.isArray(given) ? setDifference(current, given) : NO_CHANGE;
    const list = { add, remove: version === null ? [] : remove };
    const change = Array.isArray(given) || !given ? list : (given as unknown as SetChange);
    const changed = this.labels.changed(current, change);
    if (changed === null) return DELETED_LABEL;
    const all = given === undefined ? values : { ...values, labels: changed.labels };
    this.change(id, all, at, changed.causes);
    return this.readTask(id);
  }

  /** Handles a request and returns the response. */
  handle(request: ModelRequest, at: ProcessId): ModelResponse {
    const { method, url, headers, body } = request;
    const path = url.pathname;
    if (path === "/healthz") return { status: 200, body: {} };
    if (path === "/api/auth/refresh") {
      const { refreshToken } = body as { refreshToken: string };
      const accessToken = this.tokenOf(refreshToken.slice(-2) as UserId);
      return { status: 200, body: { accessToken } };
    }
    const user = USERS.find(
      ({ id }) => headers.get("authorization") === `Bearer ${this.tokenOf(id as UserId)}`,
    );
    if (!user) return { status: 401, body: { error: "Please sign in" } };
    if (path === "/api/auth/me") return { status: 200, body: { user } };
    if (path === "/api/kanban/board") return this.readBoard(at);
    if (path === "/api/tasks") {
      return this.create(body as Task, headers.get(IDEMPOTENCY_HEADER), at);
    }
    const cardId = cardOf(path);
    if (cardId !== null) {
      const { status } = body as { status: TaskStatus };
      const isMade = this.kind !== "plain" && this.find(cardId)?.status === status;
      // The contract leaves the response to a move open (§7).
      if (isMade) return { status: 200, body: "moved" };
      const moved = this.write(cardId, { ...request, body: { status } }, at);
      return moved.status === 200 ? { status: 200, body: "moved" } : moved;
    }
    const taskId = taskOf(path);
    if (taskId !== null && method === "GET") return this.readTask(taskId);
    if (taskId !== null && method === "PUT") return this.write(taskId, request, at);
    if (this.kind === "plain") return NOT_FOUND;
    if (taskId !== null) return this.write(taskId, request, at);
    return this.readChanges(url.searchParams.get("since") ?? "", at);
  }
}

/** The card that a request moves; null if it is not a move. */
export function cardOf(path: string): string | null {
  const found = /^\/api\/kanban\/([^/]+)\/status$/.exec(path)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}

/** The task of a path; null if it names none. */
export function taskOf(path: string): string | null {
  const found = /^\/api\/tasks\/([^/]+)$/.exec(path)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}
