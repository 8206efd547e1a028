import type { Change } from "#contract/events.ts";

/** "The sessions of this user may have ended: look again." It never leaves the server. */
export interface SessionEvent {
  type: "session";
  id: string;
}

/** The tab that made a change. Only streams of its own session are told the tab's id. */
export interface Origin {
  sessionId: string;
  clientId: string;
}

/** A change as the server knows it. */
export type ChangeEvent = WithOrigin<Change>;
type WithOrigin<C> = C extends Change ? Omit<C, "by"> & { by: Origin | null } : never;

export type ServerEvent = ChangeEvent | SessionEvent;

/** "ServerEvent may have been missed, and nobody knows which." Every id from before is unknown now. */
export interface Gap {
  type: "gap";
}

/** A change with the id that a client resumes by. */
export interface NumberedChange {
  id: string;
  change: ChangeEvent;
}

/** Tells what has happened, to whoever listens. ServerEvent are published after the commit. */
export interface EventBus {
  /** The id of the last change. Read before the database is, it never promises too much. */
  readonly lastEventId: string;
  publish(news: ServerEvent): void;
  /** Hears all that is published from now on, until the returned function is called. */
  subscribe(listener: (news: NumberedChange | SessionEvent | Gap) => void): () => void;
  /** The changes after an id; undefined when that isn't known (any more). */
  since(id: string): NumberedChange[] | undefined;
}
