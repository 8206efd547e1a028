import type { UnknownAction } from "@reduxjs/toolkit";
import type { RootState } from "#app/rootReducer.ts";
import { creationMachine } from "#features/board/creations/creationMachine.ts";
import { editMachine } from "#features/board/edits/editMachine.ts";
import type { EditedField } from "#features/board/edits/editsState.ts";
import { moveMachine } from "#features/board/moves/moveMachine.ts";
import { selectionMachine } from "#features/board/selection/selectionMachine.ts";
import { bulkMachine } from "#features/bulk/bulkMachine.ts";
import { filtersMachine } from "#features/filters/filtersMachine.ts";
import { isObject } from "#lib/json.ts";
import type { Machine } from "#lib/machine.ts";
import { sessionMachine } from "#session/sessionMachine.ts";
import { sessionEventOf } from "#session/sessionSlice.ts";
import { connectionMachine } from "#sync/connection/connectionMachine.ts";
import { connectionEventOf } from "#sync/connection/connectionSlice.ts";
import { liveMachine } from "#sync/live/liveMachine.ts";

/** A running machine: the only one of its kind, or one for each card, edited field or new card. */
export interface MachineInstance {
  machine: Machine;
  /** Its slice and, for one of several, an id, such as "board/7f3a". */
  name: string;
  stateIn: (root: RootState) => string;
  /** The machine's event that an action stands for. */
  eventOf: (action: UnknownAction) => string | undefined;
}

/** The event of a slice's own action: its type without the slice's name. */
const eventIn =
  (slice: string) =>
  ({ type }: UnknownAction): string | undefined =>
    type.startsWith(`${slice}/`) ? type.slice(slice.length + 1) : undefined;

/** The machines that have exactly one instance. */
const SINGLE: readonly MachineInstance[] = [
  {
    machine: sessionMachine,
    name: "session",
    stateIn: ({ session }) => session.status,
    eventOf: sessionEventOf,
  },
  {
    machine: connectionMachine,
    name: "connection",
    stateIn: ({ connection }) => connection.status,
    eventOf: connectionEventOf,
  },
  {
    machine: liveMachine,
    name: "live",
    stateIn: ({ live }) => live.status,
    eventOf: eventIn("live"),
  },
  {
    machine: selectionMachine,
    name: "selection",
    stateIn: ({ selection }) => selection.phase,
    eventOf: eventIn("selection"),
  },
  ...(["filters", "boardFilters"] as const).map((name) => ({
    machine: filtersMachine,
    name,
    stateIn: (root: RootState) => root[name].phase,
    eventOf: eventIn(name),
  })),
  ...(["userBulk", "teamBulk", "taskBulk"] as const).map((name) => ({
    machine: bulkMachine,
    name,
    stateIn: (root: RootState) => root[name].phase,
    eventOf: eventIn(name),
  })),
];

const payloadOf = ({ payload }: UnknownAction) => (isObject(payload) ? payload : {});

const moveOf = (cardId: string): MachineInstance => ({
  machine: moveMachine,
  name: `board/${cardId}`,
  stateIn: ({ board }) => board.moves[cardId]?.phase ?? "settled",
  eventOf: (action) =>
    payloadOf(action)["cardId"] === cardId ? eventIn("board")(action) : undefined,
});

const editOf = (taskId: string, field: EditedField): MachineInstance => ({
  machine: editMachine,
  name: `edits/${taskId}/${field}`,
  stateIn: ({ edits }) => edits.pending[taskId]?.[field]?.phase ?? "settled",
  eventOf: (action) => {
    const payload = payloadOf(action);
    if (payload["taskId"] !== taskId || (payload["field"] ?? "title") !== field) return undefined;
    return eventIn("edits")(action);
  },
});

const creationOf = (key: string): MachineInstance => ({
  machine: creationMachine,
  name: `creations/${key}`,
  stateIn: ({ creations }) => creations.all.find((one) => one.key === key)?.phase ?? "none",
  eventOf: (action) =>
    payloadOf(action)["key"] === key ? eventIn("creations")(action) : undefined,
});

/** The instance that an action names. */
function namedIn(action: UnknownAction): MachineInstance[] {
  const { cardId, taskId, field, key } = payloadOf(action);
  if (action.type.startsWith("board/") && typeof cardId === "string") return [moveOf(cardId)];
  if (action.type.startsWith("edits/") && typeof taskId === "string") {
    return [editOf(taskId, (field ?? "title") as EditedField)];
  }
  if (action.type.startsWith("creations/") && typeof key === "string") return [creationOf(key)];
  return [];
}

/** The machines that run in a state. */
export function instancesIn({ board, edits, creations }: RootState): MachineInstance[] {
  return [
    ...SINGLE,
    ...Object.keys(board.moves).map(moveOf),
    ...Object.entries(edits.pending).flatMap(([taskId, fields]) =>
      Object.keys(fields).map((field) => editOf(taskId, field as EditedField)),
    ),
    ...creations.all.map(({ key }) => creationOf(key)),
  ];
}

/** An event that an action stands for, or a change of a machine's state that it causes. */
export interface MachineEvent {
  machine: Machine;
  instance: string;
  /** Undefined if the action belongs to another part of the app. */
  event: string | undefined;
  from: string;
  to: string;
}

/** The effects of an action on the machines: its events, and every change of a state. */
export function machineEvents(
  before: RootState,
  after: RootState,
  action: UnknownAction,
): MachineEvent[] {
  const running = [...instancesIn(before), ...instancesIn(after), ...namedIn(action)];
  const instances = new Map(running.map((instance) => [instance.name, instance]));
  return [...instances.values()].flatMap(({ machine, name, stateIn, eventOf }) => {
    const found = eventOf(action);
    const event = found !== undefined && Object.hasOwn(machine.events, found) ? found : undefined;
    const [from, to] = [stateIn(before), stateIn(after)];
    return event !== undefined || from !== to ? [{ machine, instance: name, event, from, to }] : [];
  });
}
