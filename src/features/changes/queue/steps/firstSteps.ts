import {
  afterSettling,
  baselineOf,
  begin,
  doubt,
  type Steps,
} from "#features/changes/queue/pendingChange.ts";

/**
 * The steps of a change of which nothing was sent yet. A page has no others until the code that sends
 * changes has loaded.
 */
export const firstSteps: Steps = {
  settled: {
    queued: {
      to: ["queued", "unsure", "settled"],
      next: (change, event) =>
        event.want.value === event.from
          ? change
          : begin(event, { known: null, from: event.from === undefined ? [] : [event.from] }),
    },
  },
  queued: {
    queued: {
      to: ["queued", "unsure", "confirmed", "settled"],
      next: (change, event) => {
        const { want, known, from } = change;
        const { value, task } = event.want;
        if (!task && value === want.value) return change;
        // After a lost response the value must be sent, even if it is the server's former one.
        return value === event.from && from.length === 1
          ? afterSettling(known)
          : begin(event, { known, from });
      },
    },
    // Others may have changed the task during the outage, so it is read before a value is sent.
    returned: {
      to: ["unsure"],
      next: ({ want, ...rest }, { now }) => doubt(want, now, now, rest),
    },
  },
  unsure: {
    queued: {
      to: ["queued", "unsure"],
      next: (change, event) =>
        event.want.value === change.sent.value ? change : begin(event, baselineOf(change)),
    },
    // A response that was requested before the outage doesn't show other users' changes during it.
    returned: { to: ["unsure"], next: (change, { now }) => ({ ...change, since: now }) },
  },
  sending: {},
  superseded: {},
  saving: {},
  confirmed: {},
  refused: {},
};
