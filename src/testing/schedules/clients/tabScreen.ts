import { QueryStatus } from "@reduxjs/toolkit/query";
import type { AppStore } from "#app/store.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import {
  allChanges,
  type ChangesState,
  type FieldValue,
  type NamedChange,
  type Wanted,
  type What,
} from "#features/changes/queue/change.ts";
import {
  type Change,
  type Confirmed,
  knownIn,
  withoutForm,
} from "#features/changes/queue/pendingChange.ts";
import { requestedAt } from "#features/changes/queue/responses.ts";
import { foldTask } from "#features/changes/shown/foldTasks.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import type { Tab } from "./tab.ts";

/** A confirmed value, and when the tab knew. Between the two times either value may be shown. */
interface Known {
  /** The app's record of it. */
  confirmed: Confirmed;
  value: FieldValue;
  since: number;
  at: number;
}

/** A cached response: when it was requested, its tasks, and the tasks that the screen shows. */
export interface ShownResponse {
  isBoard: boolean;
  requested: number;
  data: readonly TaskSummary[];
  shown: readonly TaskSummary[];
}

interface Cached {
  /** The query's last request. */
  requestId: string;
  fulfilledAt: number;
  requested: number;
  data: unknown;
}

/** The end of a move on the screen: confirmed, no longer there, or withdrawn before it was sent. */
export interface EndedMove {
  id: string;
  move: Wanted;
  end: "confirmed" | "gone" | "perhaps";
}

interface Watch {
  /** Returns the time of another event. */
  tick(): number;
  /** A response has arrived, with these tasks. */
  arrived(tasks: readonly TaskSummary[]): void;
  /** The cache has changed without a response. */
  patched(key: string): void;
  /** The connection has come back. */
  returned(): void;
  /** The app begins to send a value. */
  begun(name: Pick<NamedChange, "id" | "what">, sent: Wanted): void;
  ended(move: EndedMove): void;
}

const SHOWING = new Set(["getBoard", "getTask"]);
const READING = new Set([...SHOWING, "readTask"]);

function tasksOf(data: unknown): TaskSummary[] {
  const found = data as Record<string, TaskSummary[]> & TaskSummary;
  if (!found) return [];
  return "id" in found ? [found] : TASK_STATUSES.flatMap((status) => found[status] ?? []);
}

/** The value whose request runs. */
function sentIn(change: Change = { phase: "settled" }): Wanted | undefined {
  const own = withoutForm(change);
  return own.phase === "sending" || own.phase === "superseded" ? own.sent : undefined;
}

/** Whether a move has ended between two states, and how. */
function endOf(before: Change, after: Change = { phase: "settled" }): Omit<EndedMove, "id"> | null {
  if (before.phase === "saving") {
    // Beside a form's request, an older move may end. The form's request may also have carried it.
    return after.phase === "saving"
      ? endOf(withoutForm(before), withoutForm(after))
      : { move: before.form, end: "perhaps" };
  }
  if (after.phase !== "settled" && after.phase !== "confirmed") return null;
  if (before.phase === "queued") return { move: before.want, end: "perhaps" };
  if (before.phase !== "sending" && before.phase !== "unsure") return null;
  const { at, value } = before.sent;
  // After a refused undo, the value that was read before is shown.
  const isConfirmed =
    after.phase === "confirmed" && after.known.at === at && after.known.value === value;
  return { move: before.sent, end: isConfirmed ? "confirmed" : "gone" };
}

/** What a tab has received, in the order of events: its own record, beside that of the app. */
export class TabScreen {
  private readonly tab: Tab;
  private readonly store: AppStore;
  private owner: string;
  private readonly watch: Watch;
  private readonly begun = new Map<string, number>();
  private readonly cached = new Map<string, Cached>();
  private readonly known = new Map<string, Known>();
  private readonly changes = new Map<string, NamedChange>();
  /** When the query of the last response began: by the task's id, or "" for the board. */
  private readonly reads = new Map<string, number>();
  private entries: unknown;
  private returns = 0;

  constructor(tab: Tab, watch: Watch) {
    this.tab = tab;
    this.store = tab.store;
    this.owner = tab.owner;
    this.watch = watch;
    tab.app.watch(() => this.observe());
  }

  /** The value that the server has confirmed for a field. */
  knownOf(id: string, what: What): Known | undefined {
    return this.known.get(`${id} ${what}`);
  }

  /** What the tab has received, and shows. */
  responses(): ShownResponse[] {
    const state = this.store.getState();
    const { entries } = state.changes;
    return [...this.cached].map(([key, { requested, requestId, data }]) => {
      const tasks = tasksOf(data);
      const isBoard = key.startsWith("getBoard");
      const at = requestedAt(state.changes, requestId);
      const shown = isBoard
        ? tasksOf(selectShownBoard(state))
        : tasks.map((task) => foldTask(task, entries, at));
      return { isBoard, requested, data: tasks, shown };
    });
  }

  private observe(): void {
    const { changes, api } = this.store.getState();
    const now = this.watch.tick();
    if (this.returns !== this.tab.returns) this.watch.returned();
    this.returns = this.tab.returns;
    // The former user's screens are about to leave.
    if (this.owner !== this.tab.owner) {
      this.known.clear();
      this.changes.clear();
    }
    this.owner = this.tab.owner;
    for (const key of this.cached.keys()) if (!(key in api.queries)) this.cached.delete(key);
    for (const [key, query] of Object.entries(api.queries)) {
      if (!query?.endpointName || !READING.has(query.endpointName)) continue;
      const { requestId = "", fulfilledTimeStamp: fulfilledAt = 0, data } = query;
      const begun = this.begun.get(requestId) ?? now;
      this.begun.set(requestId, begun);
      if (query.status === QueryStatus.fulfilled)
        this.reads.set(String(query.originalArgs ?? ""), begun);
      if (!SHOWING.has(query.endpointName)) continue;
      const before = this.cached.get(key) ?? {
        requestId,
        requested: 0,
        fulfilledAt: 0,
        data: undefined,
      };
      if (fulfilledAt !== before.fulfilledAt) {
        // The next request of the query may have begun already.
        const requested = this.begun.get(before.requestId) ?? now;
        this.cached.set(key, { requestId, fulfilledAt, requested, data });
        this.watch.arrived(tasksOf(data));
      } else if (data !== before.data) this.watch.patched(key);
      else this.cached.set(key, { ...before, requestId });
    }
    if (this.entries === changes.entries) return;
    this.entries = changes.entries;
    this.observeChanges(changes.entries, now);
  }

  private observeChanges(entries: ChangesState["entries"], now: number): void {
    const former = new Map(this.changes);
    this.changes.clear();
    for (const named of allChanges(entries)) {
      const { id, what, change } = named;
      const name = `${id} ${what}`;
      this.changes.set(name, named);
      const own = withoutForm(change);
      if (own.phase === "sending" && sentIn(former.get(name)?.change)?.at !== own.sent.at)
        this.watch.begun(named, own.sent);
      const confirmed = knownIn(change);
      if (!confirmed || this.known.get(name)?.confirmed === confirmed) continue;
      const isRead = former.get(name)?.change.phase === "unsure";
      const { value } = confirmed;
      this.known.set(name, { confirmed, value, at: now, since: isRead ? this.lastRead(id) : now });
    }
    // Another user's change is the newer one.
    for (const [name, { change }] of former)
      if (change.phase === "unsure" && !this.changes.has(name)) this.known.delete(name);
    for (const [name, before] of former) {
      const ended =
        before.what === "status" && endOf(before.change, this.changes.get(name)?.change);
      if (ended) this.watch.ended({ id: before.id, ...ended });
    }
  }

  private lastRead(id: string): number {
    return Math.min(this.reads.get(id) ?? Infinity, this.reads.get("") ?? Infinity);
  }
}
