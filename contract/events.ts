/** Seconds between two signs of life on a stream of events, when nothing happens. */
export const HEARTBEAT_SECONDS = 15;

/** Where a tab says which one it is, so that it can tell the news of its own doing from others'. */
export const CLIENT_HEADER = "x-client-id";
/** Where an answer says which event was the last when it was asked for. */
export const EVENT_ID_HEADER = "x-event-id";

/**
 * What happened to a thing, never the thing itself. `by` is the tab that did it, if it belongs to
 * the session that reads the stream; null for all others.
 */
export type Change = { id: string; by: string | null } & (
  | { type: "task"; change: "created" | "moved" | "updated" | "deleted" | "commented" | "restored" }
  | { type: "user"; change: "created" | "updated" | "deleted" }
  | { type: "team"; change: "created" | "updated" }
);

/**
 * The events of GET /api/events (`text/event-stream`), each with an id for `Last-Event-ID`:
 * `change` as things happen, after those that were missed; `ready` when all that were missed are
 * told; `reset` instead when they aren't known any more: ask for everything again.
 */
export const EVENT_NAMES = ["change", "ready", "reset"] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Data of `ready` and `reset`: seconds between two signs of life. */
export interface StreamOpened {
  heartbeat: number;
}
