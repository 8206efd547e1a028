import type { Change } from "#contract/events.ts";

/** The tab that made a change. Only streams of its own session learn the tab's id. */
export interface Origin {
  sessionId: string;
  clientId: string;
}

/** A change with its origin. */
export type ChangeEvent = WithOrigin<Change>;
type WithOrigin<C> = C extends Change ? Omit<C, "by"> & { by: Origin | null } : never;

/** A user's sessions may have ended, so their streams must check. Clients never see this event. */
export interface SessionEvent {
  type: "session";
  id: string;
}

export type ServerEvent = ChangeEvent | SessionEvent;

/** A change with the event id that a client resumes by. */
export interface NumberedChange {
  id: string;
  change: ChangeEvent;
}

/** Events were lost, and all earlier event ids are invalid. */
interface Gap {
  type: "gap";
}

export type BusListener = (event: NumberedChange | SessionEvent | Gap) => void;

/** Publish events after the commit. */
export interface EventBus {
  /** The id of the last change. Read it before the data, so that no change is missed. */
  lastEventId(): string;
  publish(event: ServerEvent): void;
  /** Returns a function that removes the listener. */
  subscribe(listener: BusListener): () => void;
  /** The changes after an event id; undefined if the id is unknown or too old. */
  since(id: string): NumberedChange[] | undefined;
}
