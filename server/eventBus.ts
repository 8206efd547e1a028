import type { Change } from "#contract/events.ts";
import type { ReportSkipped } from "#server/changes/skipped.ts";

/** The tab that made a change. Only streams of its own session learn the tab's id. */
export interface Origin {
  sessionId: string;
  clientId: string;
}

/** A change with its origin. */
export type ChangeEvent = WithOrigin<Change>;
type WithOrigin<C> = C extends Change ? Omit<C, "by"> & { by: Origin | null } : never;

/** A user's sessions may have ended, so their streams must check. Clients never see this event. */
interface SessionEvent {
  type: "session";
  id: string;
}

export type ServerEvent = ChangeEvent | SessionEvent;

/** A change with the event id that a client resumes by. */
export interface NumberedChange {
  id: string;
  change: ChangeEvent;
}

/** Other servers' published events may be lost. */
interface GapEvent {
  type: "gap";
}

export type BusListener = (event: NumberedChange | SessionEvent | GapEvent) => void;

/** Tells of all recorded changes of all servers, in the order of their numbers. */
export interface EventBus {
  /**
   * The id of the last change that the listeners know. Read it before the data, so that no change is
   * missed.
   */
  lastEventId(): string;
  /** Tells of what isn't recorded, after its commit. A client that reconnects doesn't get it again. */
  publish(event: ServerEvent): void;
  /** Returns a function that removes the listener. */
  subscribe(listener: BusListener): () => void;
  /** Reports the changes that can't be read, and those at which a listener fails. */
  reportTo(report: ReportSkipped): void;
  /** The changes after an event id up to {@link lastEventId}; undefined if it is unknown or too old. */
  since(id: string): Promise<NumberedChange[] | undefined>;
  /** Like {@link since}, with later changes that are committed but may not be told in this order. */
  committedSince(id: string): Promise<NumberedChange[] | undefined>;
}
