import type { Machine } from "#lib/machine.ts";
import { afterEvent, type ChangeEventType, type ChangePhase, type Steps } from "./pendingChange.ts";
import { beginSteps } from "./steps/beginSteps.ts";
import { doubtSteps } from "./steps/doubtSteps.ts";
import { firstSteps } from "./steps/firstSteps.ts";
import { saveSteps } from "./steps/saveSteps.ts";
import { sendSteps } from "./steps/sendSteps.ts";
import { settleSteps } from "./steps/settleSteps.ts";

/** A table of the steps of several parts. */
function mergeSteps(first: Steps, ...parts: readonly Partial<Steps>[]): Steps {
  const phases = Object.keys(first) as ChangePhase[];
  return Object.fromEntries(
    phases.map((phase) => [
      phase,
      Object.assign({}, ...[first, ...parts].map((part) => part[phase])) as object,
    ]),
  ) as Steps;
}

/** The next state by phase and event. An event that a phase does not list changes nothing. */
export const changeTable: Steps = mergeSteps(
  firstSteps,
  beginSteps,
  sendSteps,
  doubtSteps,
  settleSteps,
  { saving: saveSteps((older, event) => afterEvent(changeTable, older, event)) },
);

const LATE_RESPONSES = ["sent", "confirmed", "refused", "doubted", "delayed", "resolved"] as const;

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const changeMachine: Machine<ChangePhase, ChangeEventType> = {
  name: "A change of a task",
  about:
    "The value that the user wants for one field of a task, or a new task, and whether the server " +
    "has confirmed it. A move of a card changes the status. Every screen shows its last response " +
    "with the changes applied.",
  file: "src/features/changes/queue/changeMachine.ts",
  initial: { settled: "" },
  states: {
    settled: "The screens show what the server has.",
    queued: "The change is not sent yet: it waits for the connection, or for others before it.",
    sending: "The request is running.",
    superseded: "The request is running, and the user has chosen another value.",
    unsure:
      "The response was lost, the page was reloaded, or others may have changed the task. It is read to see which value the server has.",
    saving:
      "The request of the task's form carries the value. It runs, or waits for its turn. An older change of the field goes on if it fails.",
    confirmed: "The server has confirmed the change, and some cached response is older than that.",
    refused: "The server has refused a new task. The user tries again or discards it.",
  },
  events: {
    queued: "the user chose a value, moved a card, or undid that",
    submitted: "the user submitted the task's form",
    sent: "the request was sent",
    confirmed: "the server applied the change",
    refused: "the server refused the change, or the task is gone",
    doubted:
      "no response will arrive, the task has another version, or the server may have an older value",
    delayed: "the server is busy, and takes the change later",
    returned: "the connection came back after an outage",
    resolved: "the task was read",
    restored: "the change was kept during a reload, or by another tab that was closed",
    shown: "every cached response is newer than the change",
    discarded: "the user discards a new task",
  },
  table: changeTable,
  ignored: {
    // Responses may arrive after the end of the session, or after the user chose again.
    settled: [...LATE_RESPONSES, "returned", "shown", "discarded"],
    queued: ["confirmed", "refused", "doubted", "delayed", "shown"],
    sending: ["sent", "resolved", "shown"],
    superseded: ["sent", "resolved", "shown"],
    unsure: ["sent", "confirmed", "doubted", "delayed", "shown"],
    saving: ["sent", "shown"],
    confirmed: [...LATE_RESPONSES, "returned"],
    refused: ["returned", "shown", "restored"],
  },
};
