import { randomBytes } from "node:crypto";
import type { EventBus, NumberedChange, SessionEvent } from "#server/eventBus.ts";

/** A bus that may come to know that it has missed something. */
export interface LocalBus extends EventBus {
  lose(): void;
}

/** How many changes are kept for those who come back. */
const KEPT = 1_000;

/**
 * A bus for one process. Ids are a name of the process's own and a sequence, so that after a
 * restart every former id is unknown.
 */
export function createBus({ kept = KEPT }: { kept?: number } = {}): LocalBus {
  const listeners = new Set<Parameters<EventBus["subscribe"]>[0]>();
  const ring: NumberedChange[] = [];
  let name = "";
  let sequence = 0;
  let position = "";

  function begin() {
    name = randomBytes(6).toString("hex");
    sequence = 0;
    position = `${name}-0`;
  }
  begin();

  return {
    get lastEventId() {
      return position;
    },
    publish(news) {
      let told: NumberedChange | SessionEvent;
      if (news.type === "session") {
        told = news;
      } else {
        sequence += 1;
        position = `${name}-${sequence}`;
        told = { id: position, change: news };
        ring[sequence % kept] = told;
      }
      for (const listener of listeners) listener(told);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    lose() {
      begin();
      for (const listener of listeners) listener({ type: "gap" });
    },
    since(id) {
      const [whose, number = ""] = id.split("-");
      const from = Number(number);
      const known = whose === name && /^\d{1,15}$/.test(number) && from <= sequence;
      if (!known || from < sequence - kept) return undefined;
      const missed: NumberedChange[] = [];
      for (let next = from + 1; next <= sequence; next += 1) {
        const change = ring[next % kept];
        if (change) missed.push(change);
      }
      return missed;
    },
  };
}
