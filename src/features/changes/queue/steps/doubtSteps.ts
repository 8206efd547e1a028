import {
  baselineOf,
  SETTLED,
  type Steps,
  wantedIn,
} from "#features/changes/queue/pendingChange.ts";
import { beginNext } from "./beginSteps.ts";

/** It is in doubt whether the server has a value, and the task is read. */
export const doubtSteps: Partial<Steps> = {
  queued: {
    // A move that waits for others gives way to a later one.
    resolved: {
      to: ["settled", "queued"],
      next: (change, { at, outcome }) =>
        at === change.want.at && outcome === "overtaken" ? SETTLED : change,
    },
  },
  sending: {
    doubted: {
      to: ["unsure", "sending"],
      next: (change, { at, now, isUnapplied, changedBy }) => {
        const { sent, attempts = 0 } = change;
        if (at !== sent.at) return change;
        const refused = { ...sent, sentAt: 0, ...(changedBy && { changedBy }) };
        const unsure = isUnapplied ? refused : sent;
        return { ...change, phase: "unsure", sent: unsure, since: now, attempts: attempts + 1 };
      },
    },
  },
  superseded: {
    doubted: {
      to: ["queued", "unsure", "superseded"],
      next: (change, { at, now, readFirst }) =>
        at === change.sent.at ? beginNext(change.want, now, baselineOf(change), readFirst) : change,
    },
  },
  unsure: {
    resolved: {
      to: ["confirmed", "queued", "settled", "unsure"],
      next: (change, { at, outcome, since, value, etag, isTask }) => {
        const { sent, attempts } = change;
        if (at !== sent.at) return change;
        if (outcome === "overtaken") return SETTLED;
        const { etag: _former, ...wanted } = wantedIn(sent);
        if (outcome === "applied") return { phase: "confirmed", known: { ...wanted, since } };
        const want = { ...wanted, ...(etag && { etag }) };
        // If the server then refuses it, the value that was read is newer than the responses on screen. A
        // card that was moved there keeps its place.
        const isStill = change.known?.value === value;
        const known = isTask ? { ...wanted, value, since } : isStill ? change.known : null;
        return { phase: "queued", known, from: [value], want, ...(attempts && { attempts }) };
      },
    },
  },
};
