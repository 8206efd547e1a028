import { isAction, type Middleware, type UnknownAction } from "@reduxjs/toolkit";
import { creationMachine } from "#features/board/creations/creationMachine.ts";
import { editMachine } from "#features/board/edits/editMachine.ts";
import type { EditedField } from "#features/board/edits/editsState.ts";
import { moveMachine } from "#features/board/moves/moveMachine.ts";
import { selectionMachine } from "#features/board/selection/selectionMachine.ts";
import { bulkMachine } from "#features/bulk/bulkMachine.ts";
import { filtersMachine } from "#features/filters/filtersMachine.ts";
import { isObject } from "#lib/json.ts";
import { ILLEGAL_EVENT, isIllegal, type Machine } from "#lib/machine.ts";
import { sessionMachine } from "#session/sessionMachine.ts";
import { sessionEventOf } from "#session/sessionSlice.ts";
import { connectionMachine } from "#sync/connection/connectionMachine.ts";
import { connectionEventOf } from "#sync/connection/connectionSlice.ts";
import { liveMachine } from "#sync/live/liveMachine.ts";
import type { RootState } from "./rootReducer.ts";

/** An event for a machine in a state. */
interface MachineEvent {
  machine: Machine;
  state: string;
  event: string | undefined;
}

/** The event of a slice's own action: its type without the slice's name. */
function eventIn(slice: string, { type }: UnknownAction): string | undefined {
  return type.startsWith(`${slice}/`) ? type.slice(slice.length + 1) : undefined;
}

function cardOf({ payload }: UnknownAction): string | undefined {
  return isObject(payload) && typeof payload.cardId === "string" ? payload.cardId : undefined;
}

function moveEvent({ board }: RootState, action: UnknownAction): MachineEvent {
  const card = cardOf(action);
  const state = (card !== undefined && board.moves[card]?.phase) || "settled";
  const event = card === undefined ? undefined : eventIn("board", action);
  return { machine: moveMachine, state, event };
}

function editEvent({ edits }: RootState, action: UnknownAction): MachineEvent {
  const { taskId, field } = (action.payload ?? {}) as { taskId?: string; field?: EditedField };
  const state = edits.pending[taskId ?? ""]?.[field ?? "title"]?.phase ?? "settled";
  const event = taskId === undefined ? undefined : eventIn("edits", action);
  return { machine: editMachine, state, event };
}

function creationEvent({ creations }: RootState, action: UnknownAction): MachineEvent {
  const { key } = (action.payload ?? {}) as { key?: string };
  const state = creations.all.find((one) => one.key === key)?.phase ?? "none";
  return { machine: creationMachine, state, event: key && eventIn("creations", action) };
}

/**
 * The events of an action for each machine. Events of other slices are legal in every state, which
 * a test checks, so only a slice's own actions are considered.
 */
function eventsOf(root: RootState, action: UnknownAction): MachineEvent[] {
  const { session, connection, live, filters, boardFilters, selection, userBulk, taskBulk } = root;
  return [
    { machine: sessionMachine, state: session.status, event: sessionEventOf(action) },
    { machine: connectionMachine, state: connection.status, event: connectionEventOf(action) },
    { machine: liveMachine, state: live.status, event: eventIn("live", action) },
    { machine: filtersMachine, state: filters.phase, event: eventIn("filters", action) },
    {
      machine: filtersMachine,
      state: boardFilters.phase,
      event: eventIn("boardFilters", action),
    },
    { machine: bulkMachine, state: userBulk.phase, event: eventIn("userBulk", action) },
    { machine: bulkMachine, state: taskBulk.phase, event: eventIn("taskBulk", action) },
    { machine: selectionMachine, state: selection.phase, event: eventIn("selection", action) },
    moveEvent(root, action),
    creationEvent(root, action),
    editEvent(root, action),
  ];
}

// oxlint-disable-next-line eslint/no-console -- for developers; production builds drop it
const warn = (text: string): void => console.warn(text);

/** Warns once about each event that a machine's state neither handles nor ignores. */
export function illegalEvents(
  report: (text: string) => void = warn,
): Middleware<object, RootState> {
  const reported = new Set<string>();
  return ({ getState }) =>
    (next) =>
    (action) => {
      if (!isAction(action)) return next(action);
      for (const { machine, state, event } of eventsOf(getState(), action)) {
        if (event === undefined || !Object.hasOwn(machine.events, event)) continue;
        if (!isIllegal(machine, state, event)) continue;
        const text = `${ILLEGAL_EVENT}: ${event} while ${state}. ${machine.name} (${machine.file}) neither handles nor ignores it.`;
        if (!reported.has(text)) report(text);
        reported.add(text);
      }
      return next(action);
    };
}
