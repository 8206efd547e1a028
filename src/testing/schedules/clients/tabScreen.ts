import { QueryStatus } from "@reduxjs/toolkit/query";
import type { AppStore } from "#app/store.ts";
import { TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import {
  allChanges,
  type ChangesState,
  type FieldValue,
  type What,
} from "#features/changes/queue/change.ts";
import { knownIn } from "#features/changes/queue/changeMachine.ts";
import { requestedAt } from "#features/changes/queue/responses.ts";
import { foldTask } from "#features/changes/shown/foldTasks.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import type { Tab } from "./tab.ts";

/** A confirmed value, and when the tab knew. Between the two times either value may be shown. */
interface Known {
  /** The app's record of it. */
  confirmed: object;
  value: FieldValue;
  since: number;
  at: number;
}

/** A cached response: when it was requested, its tasks, and the tasks that the screen shows. */
interface ShownResponse {
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

interface Watch {
  /** Returns the time of another event. */
  tick(): number;
  /** A response has arrived, with these tasks. */
  arrived(tasks: readonly TaskSummary[]): void;
  /** The cache has changed without a response. */
  patched(key: string): void;
}

const SHOWING = new Set(["getBoard", "getTask"]);
const READING = new Set([...SHOWING, "readTask"]);

function tasksOf(data: unknown): TaskSummary[] {
  const found = data as Record<string, TaskSummary[]> & TaskSummary;
  if (!found) return [];
  return "id" in found ? [found] : TASK_STATUSES.flatMap((status) => found[status] ?? []);
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
  private readonly phases = new Map<string, string>();
  /** When the query of the last response began: by the task's id, or "" for the board. */
  private readonly reads = new Map<string, number>();
  private entries: unknown;

  constructor(tab: Tab, watch: Watch) {
    this.tab = tab;
    this.store = tab.store;
    this.owner = tab.owner;
    this.watch = watch;
    tab.watch(() => this.observe());
  }

  /** The value that the server has confirmed for a field. */
  knownOf(id: string, what: What): Known | undefined {
    return this.known.get(`${id} ${what}`);
  }

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
      return { requested, data: tasks, shown };
    });
  }

  private observe(): void {
    const { changes, api } = this.store.getState();
    const now = this.watch.tick();
    // The former user's screens are about to leave.
    if (this.owner !== this.tab.owner) this.known.clear();
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
    const former = new Map(this.phases);
    this.phases.clear();
    for (const { id, what, change } of allChanges(entries)) {
      const name = `${id} ${what}`;
      this.phases.set(name, change.phase);
      const confirmed = knownIn(change);
      if (!confirmed || this.known.get(name)?.confirmed === confirmed) continue;
      const isRead = former.get(name) === "unsure";
      const { value } = confirmed;
      this.known.set(name, { confirmed, value, at: now, since: isRead ? this.lastRead(id) : now });
    }
    // Another user's change is the newer one.
    for (const [name, phase] of former)
      if (phase === "unsure" && !this.phases.has(name)) this.known.delete(name);
  }

  private lastRead(id: string): number {
    return Math.min(this.reads.get(id) ?? Infinity, this.reads.get("") ?? Infinity);
  }
}
