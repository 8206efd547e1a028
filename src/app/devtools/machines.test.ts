import { existsSync, globSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { responseOverdue, serverReached, serverUnreachable } from "#api/connectionEvents.ts";
import type { User } from "#contract/user.ts";
import type { CreationEvent } from "#features/board/creations/creationMachine.ts";
import * as creations from "#features/board/creations/creationsSlice.ts";
import type { Creation, CreationsState } from "#features/board/creations/creationsState.ts";
import {
  afterEditEvent,
  type EditEvent,
  type EditEventType,
  type FieldEdit,
} from "#features/board/edits/editMachine.ts";
import {
  afterEvent,
  type CardMove,
  type MoveEvent,
  type MoveEventType,
} from "#features/board/moves/moveMachine.ts";
import type { SelectionEvent } from "#features/board/selection/selectionMachine.ts";
import * as selection from "#features/board/selection/selectionSlice.ts";
import type { SelectionState } from "#features/board/selection/selectionState.ts";
import { type BulkState, createBulk } from "#features/bulk/bulk.ts";
import type { BulkEvent, BulkPhase } from "#features/bulk/bulkMachine.ts";
import {
  afterFiltersEvent,
  type FiltersEvent,
  type FiltersEventType,
  type FiltersState,
} from "#features/filters/filtersMachine.ts";
import { readAddress } from "#features/filters/listQuery.ts";
import { isIllegal, type Machine, targetsOf } from "#lib/machine.ts";
import * as calls from "#session/sessionEvents.ts";
import type { SessionEvent } from "#session/sessionMachine.ts";
import * as session from "#session/sessionSlice.ts";
import type { ConnectionEvent } from "#sync/connection/connectionMachine.ts";
import * as connection from "#sync/connection/connectionSlice.ts";
import type { LiveEvent } from "#sync/live/liveMachine.ts";
import * as live from "#sync/live/liveSlice.ts";
import { machines } from "./machines.ts";

/** Samples of a machine's states and events that cover every transition. */
interface Walk<State, Event, Name extends string> {
  states: readonly State[];
  events: Record<Name, readonly Event[]>;
  nameOf: (state: State) => string;
  run: (state: State, event: Event) => State;
}

/** Every transition: from, event, to, and whether the state object is the same. */
interface Step {
  from: string;
  event: string;
  to: string;
  same: boolean;
}

function stepsOf<State, Event, Name extends string>({
  states,
  events,
  nameOf,
  run,
}: Walk<State, Event, Name>): Step[] {
  return states.flatMap((state) =>
    Object.entries<readonly Event[]>(events).flatMap(([event, samples]) =>
      samples.map((sample) => {
        const after = run(state, sample);
        return { from: nameOf(state), event, to: nameOf(after), same: after === state };
      }),
    ),
  );
}

const ada: User = {
  id: "1",
  name: "Ada",
  email: "ada@example.com",
  role: "member",
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
};

const call = (endpointName: string, end: "pending" | "fulfilled" | "rejected") => ({
  type: `api/execute${endpointName === "getMe" ? "Query" : "Mutation"}/${end}`,
  payload: ada,
  meta: { arg: { endpointName }, requestId: "r", requestStatus: end },
});

const sessionWalk: Walk<session.SessionState, UnknownAction, SessionEvent> = {
  states: [
    { status: "restoring", user: ada },
    { status: "signedIn", user: ada },
    { status: "refreshing", user: ada },
    { status: "expired", user: ada },
    { status: "signedOut" },
  ],
  events: {
    userLoaded: [call("getMe", "fulfilled")],
    userUnavailable: [call("getMe", "rejected")],
    signedIn: [call("login", "fulfilled"), call("register", "fulfilled")],
    refreshStarted: [calls.refreshStarted()],
    refreshSucceeded: [calls.refreshSucceeded()],
    refreshUnreachable: [calls.refreshUnreachable()],
    sessionExpired: [calls.sessionExpired()],
    expiryElapsed: [session.expiryElapsed()],
    loggedOut: [call("logout", "pending")],
    signedOutElsewhere: [session.signedOutElsewhere()],
    userArrivedElsewhere: [session.userArrivedElsewhere(ada)],
    profileSaved: [session.profileSaved(ada)],
  },
  nameOf: ({ status }) => status,
  run: session.sessionSlice.reducer,
};

const title = "Water the plants";
const known = { to: "In Progress", at: 1, when: 1, title, since: 3 } as const;
const sent = { to: "Done", at: 5, when: 1, title, sentAt: 5 } as const;
const want = { to: "Todo", at: 6, when: 1, title } as const;
const from = ["Todo"] as const;

const moveWalk: Walk<CardMove, MoveEvent, MoveEventType> = {
  states: [
    { phase: "settled" },
    { phase: "queued", known: null, from, want: { ...want, to: "Done" } },
    { phase: "queued", known, from, want },
    { phase: "sending", known: null, from, sent },
    { phase: "sending", known, from, sent },
    { phase: "superseded", known, from, sent, want },
    { phase: "unsure", known: null, from, sent, since: 5 },
    { phase: "confirmed", known },
  ],
  events: {
    moveRequested: (["Todo", "In Progress", "Done"] as const).map((to) => ({
      type: "moveRequested",
      from: "Todo",
      to,
      title,
      when: 9,
      now: 9,
    })),
    moveSent: [5, 6].map((at) => ({ type: "moveSent", at, now: 9 })),
    moveConfirmed: [5, 6].map((at) => ({ type: "moveConfirmed", at, now: 9 })),
    moveRejected: [5, 6].map((at) => ({ type: "moveRejected", at })),
    moveUnanswered: [5, 6].map((at) => ({ type: "moveUnanswered", at, now: 9 })),
    moveDelayed: [5, 6].map((at) => ({ type: "moveDelayed", at })),
    // Boards requested before and after the lost response, with the card unmoved, moved or deleted.
    boardArrived: [2, 8].flatMap((requested) =>
      (["Todo", "Done", null] as const).map((place) => ({
        type: "boardArrived",
        requested,
        place,
        restored: 7,
      })),
    ),
    // Moves of other tabs, made before or after those of this one.
    moveRestored: [true, false].flatMap((sent) =>
      [0, 9].flatMap((when) =>
        (["Todo", "Done"] as const).map((to) => ({
          type: "moveRestored",
          move: { cardId: "c", title, from: "Todo", to, at: 1, when, sent },
          now: 9,
        })),
      ),
    ),
  },
  nameOf: ({ phase }) => phase,
  run: afterEvent,
};

const priority = (value: string, at: number) => ({ value, title, at, when: 1 });
const base = "Low";
const saved = { ...priority("High", 1), since: 2 };

const editWalk: Walk<FieldEdit, EditEvent, EditEventType> = {
  states: [
    { phase: "settled" },
    { phase: "queued", base, known: null, want: priority("High", 5) },
    { phase: "queued", base: "High", known: saved, want: priority("Low", 5) },
    { phase: "sending", base, known: null, sent: priority("High", 5) },
    { phase: "sending", base: "High", known: saved, sent: priority("Low", 5) },
    { phase: "superseded", base, known: null, sent: priority("High", 5), want: priority("Low", 6) },
    { phase: "unsure", base, known: null, sent: priority("High", 5) },
    { phase: "confirmed", known: saved },
  ],
  events: {
    editRequested: ["Low", "Medium", "High"].map((value) => ({
      type: "editRequested",
      base,
      value,
      title,
      when: 9,
      now: 9,
    })),
    editSent: [5, 6].map((at) => ({ type: "editSent", at })),
    editConfirmed: [5, 6].map((at) => ({ type: "editConfirmed", at, now: 9 })),
    editRejected: [5, 6].map((at) => ({ type: "editRejected", at })),
    editUnanswered: [5, 6].map((at) => ({ type: "editUnanswered", at })),
    editDelayed: [5, 6].map((at) => ({ type: "editDelayed", at })),
    connectionReturned: [{ type: "connectionReturned" }],
    taskRead: ["Low", "Medium", "High"].flatMap((value) =>
      [5, 6].map((at) => ({ type: "taskRead", at, value, now: 9 })),
    ),
    // Edits of other tabs, made before or after those of this one.
    editRestored: [0, 9].map((when) => ({
      type: "editRestored",
      edit: { value: "Medium", title, base, when, sent: true },
      now: 9,
    })),
    responsesArrived: [1, 3].map((oldest) => ({ type: "responsesArrived", oldest })),
  },
  nameOf: ({ phase }) => phase,
  run: afterEditEvent,
};

const creationAt = (phase: Creation["phase"]): CreationsState => ({
  clock: 5,
  requested: { r: 4 },
  all: [
    {
      phase,
      key: "k",
      title,
      status: "Todo",
      assignee_id: null,
      attempts: 0,
      reason: null,
      taskId: phase === "created" ? "t" : null,
      createdAt: phase === "created" ? 3 : 0,
    },
  ],
});
const storedCard = { key: "k", title, status: "Todo", assignee_id: null } as const;
const fulfilled = (type: "Query" | "Mutation", endpointName: string, originalArgs: unknown) => ({
  type: `api/execute${type}/fulfilled`,
  payload: null,
  meta: { arg: { endpointName, originalArgs }, requestId: "r", requestStatus: "fulfilled" },
});

const creationWalk: Walk<CreationsState, UnknownAction, CreationEvent> = {
  states: [
    { clock: 5, requested: { r: 4 }, all: [] },
    ...(["queued", "sending", "failed", "created"] as const).map(creationAt),
  ],
  events: {
    creationRequested: [creations.creationRequested(storedCard)],
    creationRestored: [creations.creationsRestored([storedCard])],
    failureRestored: [creations.creationsRestored([{ ...storedCard, reason: "No" }])],
    creationSent: [creations.creationSent({ key: "k" })],
    creationUnanswered: [creations.creationUnanswered({ key: "k" })],
    creationDelayed: [creations.creationDelayed({ key: "k" })],
    creationRejected: [creations.creationRejected({ key: "k", reason: "No" })],
    creationConfirmed: [fulfilled("Mutation", "createCard", storedCard)],
    creationRetried: [creations.creationRetried({ key: "k", newKey: "l" })],
    creationDiscarded: [creations.creationDiscarded({ key: "k" })],
    boardArrived: [fulfilled("Query", "getBoard", undefined)],
  },
  nameOf: ({ all }) => all[0]?.phase ?? "none",
  run: creations.creationsSlice.reducer,
};

const selectionWalk: Walk<SelectionState, UnknownAction, SelectionEvent> = {
  states: [
    { phase: "none", ids: [] },
    { phase: "some", ids: ["a", "b"] },
  ],
  events: {
    cardsSelected: [selection.cardsSelected(["c"])],
    cardsUnselected: [selection.cardsUnselected(["a"])],
    lastCardUnselected: [selection.cardsUnselected(["a", "b"])],
    selectionCleared: [selection.selectionCleared()],
    userLeft: [selection.userLeft(), api.util.resetApiState()],
  },
  nameOf: ({ phase }) => phase,
  run: selection.selectionSlice.reducer,
};

const tea = readAddress("?search=tea&page=3");

const filtersWalk: Walk<FiltersState, FiltersEvent, FiltersEventType> = {
  states: [
    { phase: "closed", query: tea },
    { phase: "settled", query: tea, text: "tea", entry: "push" },
    { phase: "typing", query: tea, text: "teapot ", entry: "push" },
  ],
  events: {
    addressOpened: [{ type: "addressOpened", query: readAddress("?status=Done") }],
    searchTyped: ["tea", "teapots"].map((text) => ({ type: "searchTyped", text })),
    typingPaused: [{ type: "typingPaused" }],
    filterChosen: ["", "Done"].map((value) => ({ type: "filterChosen", name: "status", value })),
    filtersReset: [{ type: "filtersReset" }],
    sortChosen: [{ type: "sortChosen", sort: "title" }],
    pageTurned: [3, 4].map((page) => ({ type: "pageTurned", page })),
    taskCreated: [{ type: "taskCreated" }],
    pagesCounted: [2, 3].map((totalPages) => ({ type: "pagesCounted", totalPages })),
    listLeft: [{ type: "listLeft" }],
    userLeft: [{ type: "userLeft" }],
  },
  nameOf: ({ phase }) => phase,
  run: afterFiltersEvent,
};

const bulk = createBulk<string, string>("test");

const bulkAt = (phase: BulkPhase): BulkState<string, string> => ({
  phase,
  action: "rename",
  items: ["a", "b", "c"].map((id) => ({ id, change: "new" })),
  done: [{ id: "a", undo: "old" }],
  failed: [],
});

const bulkWalk: Walk<BulkState<string, string>, UnknownAction, BulkEvent> = {
  states: [bulkAt("idle"), bulkAt("running"), bulkAt("stopping"), bulkAt("finished")],
  events: {
    bulkRequested: [bulk.actions.bulkRequested({ action: "rename", items: [] })],
    bulkRetryRequested: [bulk.actions.bulkRetryRequested()],
    bulkItemChanged: [bulk.actions.bulkItemChanged({ id: "b", undo: null })],
    bulkItemFailed: [bulk.actions.bulkItemFailed({ id: "b", reason: "Taken" })],
    bulkStopRequested: [bulk.actions.bulkStopRequested()],
    bulkEnded: [bulk.actions.bulkEnded()],
    bulkResultDismissed: [bulk.actions.bulkResultDismissed()],
    userLeft: [api.util.resetApiState()],
  },
  nameOf: ({ phase }) => phase,
  run: bulk.reducer,
};

const connectionWalk: Walk<connection.ConnectionState, UnknownAction, ConnectionEvent> = {
  states: (["online", "doubtful", "offline"] as const).map((status) => ({
    status,
    isBusy: false,
    returns: 0,
  })),
  events: {
    browserWentOffline: [connection.browserWentOffline()],
    browserCameOnline: [connection.browserCameOnline()],
    serverUnreachable: [serverUnreachable()],
    responseOverdue: [responseOverdue()],
    serverReached: [serverReached()],
    probeFailed: [connection.probeFailed()],
    probeAnswered: [connection.probeAnswered()],
  },
  nameOf: ({ status }) => status,
  run: connection.connectionSlice.reducer,
};

const liveWalk: Walk<live.LiveState, UnknownAction, LiveEvent> = {
  states: [
    { status: "off" },
    { status: "connecting" },
    { status: "open" },
    { status: "waiting" },
    { status: "unsupported" },
  ],
  events: {
    streamWanted: [live.streamWanted()],
    streamOpened: [live.streamOpened()],
    streamLost: [live.streamLost()],
    streamRetried: [live.streamRetried()],
    streamUnsupported: [live.streamUnsupported()],
    streamUnwanted: [live.streamUnwanted()],
  },
  nameOf: ({ status }) => status,
  run: live.liveSlice.reducer,
};

/** The samples of each machine, by its file. */
const walks: Record<string, { steps: Step[] }> = {
  "src/session/sessionMachine.ts": { steps: stepsOf(sessionWalk) },
  "src/features/board/moves/moveMachine.ts": { steps: stepsOf(moveWalk) },
  "src/features/board/edits/editMachine.ts": { steps: stepsOf(editWalk) },
  "src/features/board/creations/creationMachine.ts": { steps: stepsOf(creationWalk) },
  "src/features/board/selection/selectionMachine.ts": { steps: stepsOf(selectionWalk) },
  "src/sync/connection/connectionMachine.ts": { steps: stepsOf(connectionWalk) },
  "src/features/filters/filtersMachine.ts": { steps: stepsOf(filtersWalk) },
  "src/sync/live/liveMachine.ts": { steps: stepsOf(liveWalk) },
  "src/features/bulk/bulkMachine.ts": { steps: stepsOf(bulkWalk) },
};

/** The states that are reachable from the initial ones. */
function reachable(machine: Machine): string[] {
  const seen = new Set(Object.keys(machine.initial));
  for (const state of seen) {
    for (const event of Object.keys(machine.events)) {
      for (const to of targetsOf(machine, state, event)) seen.add(to);
    }
  }
  return [...seen];
}

test("every machine of the app is listed and tested", () => {
  const files = globSync("src/**/*Machine.ts").toSorted();
  expect(files.length).toBeGreaterThan(0);
  expect(machines.map(({ file }) => file).toSorted()).toEqual(files);
  expect(Object.keys(walks).toSorted()).toEqual(files);
});

describe.each(machines.map((machine) => ({ machine, name: machine.name })))(
  "$name",
  ({ machine }) => {
    const states = Object.keys(machine.states);
    const events = Object.keys(machine.events);
    const pairs = states.flatMap((state) => events.map((event) => ({ state, event })));
    const steps = walks[machine.file]?.steps ?? [];

    test("has a consistent declaration", () => {
      expect(existsSync(machine.file)).toBe(true);
      expect(Object.keys(machine.table).toSorted()).toEqual(states.toSorted());
      expect(reachable(machine).toSorted()).toEqual(states.toSorted());
      for (const [state, row] of Object.entries(machine.table)) {
        expect([state, Object.keys(row).filter((event) => !events.includes(event))]).toEqual([
          state,
          [],
        ]);
      }
      for (const [state, ignored = []] of Object.entries(machine.ignored)) {
        const handled = ignored.filter((event) => targetsOf(machine, state, event).length > 0);
        expect([state, handled]).toEqual([state, []]);
        expect(new Set(ignored).size).toBe(ignored.length);
        expect(ignored.filter((event) => !events.includes(event))).toEqual([]);
      }
    });

    test.each(pairs)("$event in $state", ({ state, event }) => {
      const taken = steps.filter((step) => step.from === state && step.event === event);
      expect(taken.length).toBeGreaterThan(0);
      const declared = targetsOf(machine, state, event);
      if (declared.length > 0) {
        // Every declared transition happens, and no other.
        const reached = new Set(taken.map(({ to }) => to));
        expect([...reached].toSorted()).toEqual([...declared].toSorted());
      } else {
        expect(taken.filter(({ same }) => !same)).toEqual([]);
      }
    });
  },
);

test("an event is illegal where it is neither handled nor ignored", () => {
  const door: Machine<"open" | "shut", "pushed" | "pulled" | "knocked"> = {
    name: "A door",
    about: "",
    file: "",
    initial: { shut: "" },
    states: { open: "", shut: "" },
    events: { pushed: "", pulled: "", knocked: "" },
    table: { open: { pulled: "shut" }, shut: { pushed: { to: ["open", "shut"] } } },
    ignored: { shut: ["knocked"] },
  };
  expect(targetsOf(door, "open", "pulled")).toEqual(["shut"]);
  expect(targetsOf(door, "shut", "pushed")).toEqual(["open", "shut"]);
  expect(targetsOf(door, "shut", "pulled")).toEqual([]);
  expect(isIllegal(door, "shut", "pushed")).toBe(false);
  expect(isIllegal(door, "shut", "knocked")).toBe(false);
  expect(isIllegal(door, "shut", "pulled")).toBe(true);
  expect(isIllegal(door, "open", "knocked")).toBe(true);
});
