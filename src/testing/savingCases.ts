import type { Change, ChangeEvent } from "#features/changes/queue/changeMachine.ts";
import {
  choose,
  chosen,
  confirm,
  confirmed,
  delay,
  discard,
  justKnown,
  lose,
  queued,
  queuedOver,
  refuse,
  refused,
  resolve,
  restore,
  returned,
  saving,
  savingOver,
  send,
  sending,
  sent,
  settled,
  shown,
  submit,
  superseded,
  unsure,
  want,
  wanted,
} from "./changeStates.ts";

// The request of the older change, beside the form, has the time 4.
const older = { ...sent, at: 4 };
const sendingOlder: Change = { ...sending, sent: older };
const unsureOlder: Change = { ...unsure, sent: older };
const supersededOlder: Change = { ...superseded, sent: older };
const beside = [queued, sendingOlder, supersededOlder, unsureOlder, confirmed];
const chosenSince = { ...saving, next: wanted };
const undoneSince = { ...saving, next: { ...wanted, isReadFirst: true } } satisfies Change;
const from = ["server", "sent"];
const nextIn = (values: readonly string[]): Change => ({
  phase: "queued",
  known: null,
  from: values,
  want: wanted,
});
/** The value is read before it is sent. */
const nextUnsure = (change: { since: number; from: readonly string[] }): Change => ({
  phase: "unsure",
  known: null,
  ...change,
  sent: { ...wanted, sentAt: 0 },
});
const submitted = (under: Change, values: readonly (string | null)[]): Change => ({
  phase: "saving",
  form: want("new", 9),
  next: null,
  under,
  from: values,
});

/** What happens to a form's value: the state before, the story, the event, and the state after it. */
export const savingCases: readonly [Change, string, ChangeEvent, Change][] = [
  [settled, "a form is submitted", submit, submitted(settled, ["server"])],
  [queued, "a form is submitted", submit, submitted(queued, ["server"])],
  [sending, "a form is submitted", submit, submitted(sending, from)],
  [superseded, "a form is submitted", submit, submitted(superseded, from)],
  [unsure, "a form is submitted", submit, submitted(unsure, from)],
  [confirmed, "a form is submitted", submit, submitted(confirmed, ["known"])],
  [saving, "another form is submitted", submit, submitted(saving, from)],
  [refused, "ignored", submit, refused],

  [saving, "a value is chosen", choose("new"), { ...saving, next: chosen }],
  [chosenSince, "the form's value is chosen again", choose("sent"), saving],
  [saving, "the form's value is chosen again", choose("sent"), saving],
  [saving, "the connection returns", returned, saving],
  [chosenSince, "the connection returns", returned, undoneSince],
  [
    saving,
    "an older change of another tab",
    restore(0, false),
    savingOver({ ...queued, want: want("new", 9, { when: 0 }) }),
  ],
  [saving, "a newer change of another tab", restore(9, false), { ...saving, next: chosen }],
  [
    saving,
    "a newer sent change of another tab",
    restore(9, true),
    { ...saving, next: { ...chosen, isReadFirst: true } },
  ],

  [saving, "the form is saved", confirm(5), { phase: "confirmed", known: justKnown }],
  [
    chosenSince,
    "the form is saved",
    confirm(5),
    { ...nextIn(["sent"]), known: justKnown } as Change,
  ],
  [
    undoneSince,
    "the form is saved",
    confirm(5),
    {
      ...nextUnsure({ since: 9, from: ["sent"] }),
      known: justKnown,
      sent: { ...undoneSince.next, sentAt: 0 },
    } as Change,
  ],
  [
    savingOver(sendingOlder),
    "the older change is confirmed",
    confirm(4),
    savingOver({ phase: "confirmed", known: { ...justKnown, at: 4 } }),
  ],
  [
    savingOver(sendingOlder),
    "the older change is delayed",
    delay(4),
    savingOver({ ...queued, want: { ...wanted, ...want("sent", 5), at: 4 } }),
  ],
  [savingOver(unsureOlder), "the older change gives way", resolve("overtaken", 4), saving],

  ...[settled, ...beside].map((under): [Change, string, ChangeEvent, Change] => [
    savingOver(under),
    `the form is refused, beside a ${under.phase} change`,
    refuse(5),
    under,
  ]),
  [chosenSince, "the form is refused", refuse(5), nextIn(["server"])],
  [{ ...savingOver(queuedOver), next: wanted }, "the form is refused", refuse(5), queuedOver],
  [savingOver(sendingOlder), "the older change is refused", refuse(4), saving],

  ...[settled, sendingOlder, supersededOlder, confirmed].map(
    (under): [Change, string, ChangeEvent, Change] => [
      savingOver(under),
      `the form's response is lost, beside a ${under.phase} change`,
      lose(5),
      under,
    ],
  ),
  [savingOver(unsureOlder), "the form's response is lost", lose(5), { ...unsureOlder, since: 9 }],
  [
    savingOver(queued),
    "the form's response is lost",
    lose(5),
    nextUnsure({ since: 9, from: ["server"] }),
  ],
  [chosenSince, "the form's response is lost", lose(5), nextIn(from)],
  [chosenSince, "the form's response is lost", lose(5, true), nextUnsure({ since: 9, from })],
  [
    savingOver(sendingOlder),
    "the older change's response is lost",
    lose(4),
    savingOver({ ...unsureOlder, since: 9, attempts: 1 }),
  ],
  ...[send(5), shown, discard].map((event): [Change, string, ChangeEvent, Change] => [
    saving,
    "ignored",
    event,
    saving,
  ]),
];
