import { randomBytes } from "node:crypto";
import type { BusListener, EventBus, NumberedChange } from "#server/eventBus.ts";

interface LocalBus extends EventBus {
  /** Reports that events were lost. */
  reportGap(): void;
}

/** The maximum number of changes that are stored for clients that reconnect. */
const CHANGES_MAX = 1_000;

/**
 * A bus within one process. An event id is the bus's random name and a sequence number, so a restart
 * invalidates all earlier ids.
 */
export function createLocalBus({ changesMax = CHANGES_MAX } = {}): LocalBus {
  const listeners = new Set<BusListener>();
  const ring: NumberedChange[] = [];
  const newName = () => randomBytes(6).toString("hex");
  let name = newName();
  let sequence = 0;

  const lastEventId = () => `${name}-${sequence}`;
  const notify: BusListener = (event) => {
    for (const listener of listeners) listener(event);
  };

  return {
    lastEventId,
    publish(event) {
      if (event.type === "session") return notify(event);
      sequence += 1;
      const numbered = { id: lastEventId(), change: event };
      ring[sequence % changesMax] = numbered;
      notify(numbered);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    reportGap() {
      name = newName();
      sequence = 0;
      notify({ type: "gap" });
    },
    since(id) {
      const [busName, number = ""] = id.split("-");
      const from = Number(number);
      const isKnown = busName === name && /^\d{1,15}$/.test(number) && from <= sequence;
      if (!isKnown || from < sequence - changesMax) return undefined;
      const missed: NumberedChange[] = [];
      for (let next = from + 1; next <= sequence; next += 1) {
        const change = ring[next % changesMax];
        if (change) missed.push(change);
      }
      return missed;
    },
  };
}
