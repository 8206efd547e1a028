/** Seconds between two heartbeats on an event stream. */
export const HEARTBEAT_SECONDS = 15;

/** Request header with the tab's id, so that the tab can ignore the events of its own changes. */
export const CLIENT_HEADER = "x-client-id";
/** Response header with the id of the last event before the data was read. */
export const EVENT_ID_HEADER = "x-event-id";

/**
 * The kind of change and the ids of the changed rows, without their data. `by` is the id of the tab
 * that made the change, if that tab belongs to the session that reads the stream; otherwise null.
 * For `inbox`, the start of a `taskRun` and an `own` view the id is the user's, and only that user's
 * streams receive the event.
 */
export type Change = { id: string; by: string | null } & (
  | {
      type: "task";
      /** `attached`: its files have changed. */
      change: "created" | "moved" | "updated" | "deleted" | "commented" | "restored" | "attached";
    }
  /** `reassigned`: tasks of the user have got another assignee, or none. */
  | { type: "user"; change: "created" | "updated" | "deleted" | "reassigned" }
  | { type: "team"; change: "created" | "updated" }
  /** `removed` and `restored`: tasks lose or get labels, too. */
  | { type: "label"; change: "created" | "updated" | "removed" | "restored" }
  /** `own`: a view that isn't shared, but see above. */
  | { type: "view"; change: "updated" | "own" }
  | { type: "inbox"; change: "updated" }
  /** Many tasks at once, created or deleted; the id is the import's. */
  | { type: "import"; change: "imported" | "undone" }
  /** A bulk action on users; the id is the run's. */
  | { type: "userRun"; change: "started" | "finished" | "undone" }
  /** A bulk action on tasks; the id is the run's, but see above. `started`: it or its undo goes on for long. */
  | { type: "taskRun"; change: "started" | "finished" | "undone" }
);

/**
 * The events of GET /api/events (`text/event-stream`), each with an id for `Last-Event-ID`.
 * `change`: missed changes first, then live ones. `ready`: all missed changes were sent.
 * `reset`: the missed changes are unknown, so the client must refetch everything.
 */
export type EventName = "change" | "ready" | "reset";

/** Data of `ready` and `reset`. */
export interface StreamOpened {
  /** Seconds between two heartbeats. */
  heartbeat: number;
}
