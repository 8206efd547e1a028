import {
  afterSettling,
  SETTLED,
  type Steps,
  wantedIn,
} from "#features/changes/queue/pendingChange.ts";
import { beginNext } from "./beginSteps.ts";
import { afterUnapplied } from "./sendSteps.ts";

/** The server has applied or refused a value, or every screen shows it. */
export const settleSteps: Partial<Steps> = {
  sending: {
    confirmed: {
      to: ["confirmed", "sending"],
      next: (change, { at, now, createdId, etag }) => {
        if (at !== change.sent.at) return change;
        const { etag: _former, ...wanted } = wantedIn(change.sent);
        const made = { ...(createdId && { createdId }), ...(etag && { etag }) };
        return { phase: "confirmed", known: { ...wanted, since: now, ...made } };
      },
    },
    refused: {
      to: ["confirmed", "settled", "refused", "sending"],
      next: (change, { at, reason }) => {
        if (at !== change.sent.at) return change;
        return reason === undefined
          ? afterSettling(change.known)
          : { phase: "refused", want: wantedIn(change.sent), reason };
      },
    },
  },
  superseded: {
    confirmed: {
      to: ["queued", "unsure", "superseded"],
      next: (change, { at, now, etag }) => {
        const { sent, want } = change;
        if (at !== sent.at) return change;
        const known = { ...wantedIn(sent), since: now };
        const next = { ...want, ...(want.etag && etag && { etag }) };
        return beginNext(next, now, { known, from: [sent.value] });
      },
    },
    refused: { to: ["queued", "unsure", "superseded"], next: afterUnapplied },
  },
  unsure: {
    refused: {
      to: ["settled", "refused", "unsure"],
      next: (change, { at, reason }) => {
        if (at !== change.sent.at) return change;
        if (reason === undefined) return SETTLED;
        return { phase: "refused", want: wantedIn(change.sent), reason };
      },
    },
  },
  confirmed: {
    shown: { to: ["settled"], next: () => SETTLED },
  },
  refused: {
    discarded: { to: ["settled"], next: () => SETTLED },
  },
};
