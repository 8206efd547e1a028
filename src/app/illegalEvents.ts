import { isAction, type Middleware, type UnknownAction } from "@reduxjs/toolkit";
import { moveMachine } from "#features/board/moves/moveMachine.ts";
import { filtersMachine } from "#features/filters/filtersMachine.ts";
import { bulkMachine } from "#features/users/bulkMachine.ts";
import { isObject } from "#lib/json.ts";
import { ILLEGAL_EVENT, isIllegal, type Machine } from "#lib/machine.ts";
import { sessionMachine } from "#session/sessionMachine.ts";
import { sessionEventOf } from "#session/sessionSlice.ts";
import { connectionMachine } from "#sync/connection/connectionMachine.ts";
import { connectionEventOf } from "#sync/connection/connectionSlice.ts";
import { liveMachine } from "#sync/live/liveMachine.ts";
import type { RootState } from "./rootReducer.ts";

/** An event that meets a machine in a state. */
interface Meeting {
  machine: Machine;
  state: string;
  event: string | undefined;
}

/** The event that a slice's own action is named after. */
function nameIn(slice: string, { type }: UnknownAction): string | undefined {
  return type.startsWith(`${slice}/`) ? type.slice(slice.length + 1) : undefined;
}

function cardOf({ payload }: UnknownAction): string | undefined {
  return isObject(payload) && typeof payload.cardId === "string" ? payload.cardId : undefined;
}

function moveMeeting({ board }: RootState, action: UnknownAction): Meeting {
  const card = cardOf(action);
  const state = (card !== undefined && board.moves[card]?.phase) || "settled";
  const event = card === undefined ? undefined : nameIn("board", action);
  return { machine: moveMachine, state, event };
}

/**
 * What an action means to each machine. Answers and other features' events that a slice listens to
 * are legal in each of its states (a test sees to that), so only its own are looked at.
 */
function meetings(root: RootState, action: UnknownAction): Meeting[] {
  const { session, connection, live, filters, bulk } = root;
  return [
    { machine: sessionMachine, state: session.status, event: sessionEventOf(action) },
    { machine: connectionMachine, state: connection.status, event: connectionEventOf(action) },
    { machine: liveMachine, state: live.status, event: nameIn("live", action) },
    { machine: filtersMachine, state: filters.phase, event: nameIn("filters", action) },
    { machine: bulkMachine, state: bulk.phase, event: nameIn("bulk", action) },
    moveMeeting(root, action),
  ];
}

// oxlint-disable-next-line eslint/no-console -- it is for the developer alone: production builds leave it out
const warn = (text: string): void => console.warn(text);

/**
 * In development, says once of each machine, state and event that the event was neither handled nor
 * known to be ignored. The reducers ignore it all the same.
 */
export function illegalEvents(
  report: (text: string) => void = warn,
): Middleware<object, RootState> {
  const reported = new Set<string>();
  return ({ getState }) =>
    (next) =>
    (action) => {
      if (!isAction(action)) return next(action);
      for (const { machine, state, event } of meetings(getState(), action)) {
        if (event === undefined || !Object.hasOwn(machine.events, event)) continue;
        if (!isIllegal(machine, state, event)) continue;
        const text = `${ILLEGAL_EVENT}: ${event} while ${state}. ${machine.name} (${machine.file}) neither handles nor ignores it.`;
        if (!reported.has(text)) report(text);
        reported.add(text);
      }
      return next(action);
    };
}
