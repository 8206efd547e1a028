import {
  type Change,
  doubt,
  type In,
  type On,
  type Steps,
  wantedIn,
} from "#features/changes/queue/pendingChange.ts";
import { beginNext } from "./beginSteps.ts";

/** The server takes the value later. */
function requeue({ sent, ...rest }: In<"sending">): Change {
  const want = wantedIn(sent);
  // With a version, the server refuses to overwrite what others have changed.
  return want.isReadFirst && want.etag === undefined
    ? doubt(want, 0, sent.sentAt, rest)
    : { ...rest, phase: "queued", want };
}

/** The server has not applied the value that was on its way. */
export const afterUnapplied = (
  change: In<"superseded">,
  { at }: On<"refused" | "delayed">,
): Change => {
  const { sent, want, known, from } = change;
  return at === sent.at ? beginNext(want, sent.sentAt, { known, from }) : change;
};

/** A value is sent, or must wait, for a busy server or until a connection is back. */
export const sendSteps: Partial<Steps> = {
  queued: {
    sent: {
      to: ["sending", "queued"],
      next: (change, { at, now }) => {
        const { want, ...rest } = change;
        return at === want.at
          ? { ...rest, phase: "sending", sent: { ...want, sentAt: now } }
          : change;
      },
    },
  },
  sending: {
    delayed: {
      to: ["queued", "unsure", "sending"],
      next: (change, { at }) => (at === change.sent.at ? requeue(change) : change),
    },
    returned: {
      to: ["sending"],
      next: (change) => ({ ...change, sent: { ...change.sent, isReadFirst: true } }),
    },
  },
  superseded: {
    delayed: { to: ["queued", "unsure", "superseded"], next: afterUnapplied },
    returned: {
      to: ["superseded"],
      next: (change) => ({ ...change, want: { ...change.want, isReadFirst: true } }),
    },
  },
};
