import type { UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { responseOverdue, serverReached, serverUnreachable } from "#api/connectionEvents.ts";
import type { User } from "#contract/shapes/user.ts";
import { type BulkState, createBulk } from "#features/bulk/bulk.ts";
import type { BulkEvent, BulkPhase } from "#features/bulk/bulkMachine.ts";
import { changeTable } from "#features/changes/queue/changeMachine.ts";
import {
  afterEvent,
  type Change,
  type ChangeEvent,
  type ChangeEventType,
} from "#features/changes/queue/pendingChange.ts";
import type { UploadEvent } from "#features/files/uploadMachine.ts";
import {
  type Upload,
  uploadActions as uploads,
  uploadsSlice,
} from "#features/files/uploadsSlice.ts";
import { type ListQuery, TASK_VIEW } from "#features/filters/listQuery.ts";
import type { SelectionEvent } from "#features/selection/selectionMachine.ts";
import type { SelectionState } from "#features/selection/selectionSlice.ts";
import * as selection from "#features/selection/selectionSlice.ts";
import {
  type FiltersEvent,
  type FiltersEventType,
  type FiltersState,
  filtersReducer,
} from "#lib/filters/filtersMachine.ts";
import { readView } from "#lib/filters/view.ts";
import * as session from "#session/authSlice.ts";
import * as calls from "#session/sessionEvents.ts";
import type { SessionEvent } from "#session/sessionMachine.ts";
import type { ConnectionEvent } from "#sync/connection/connectionMachine.ts";
import * as connection from "#sync/connection/connectionSlice.ts";
import type { LiveEvent } from "#sync/live/liveMachine.ts";
import * as live from "#sync/live/liveSlice.ts";
import { changeEvents, changeStates } from "./changeStates.ts";

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
  run: session.authSlice.reducer,
};

const selectionWalk: Walk<SelectionState, UnknownAction, SelectionEvent> = {
  states: [
    { phase: "none", screen: "tasks", ids: [] },
    { phase: "some", screen: "tasks", ids: ["a", "b"] },
  ],
  events: {
    itemsSelected: [selection.itemsSelected({ screen: "tasks", ids: ["c"] })],
    itemsUnselected: [selection.itemsUnselected({ screen: "tasks", ids: ["a"] })],
    lastItemUnselected: [selection.itemsUnselected({ screen: "tasks", ids: ["a", "b"] })],
    selectionReplaced: [selection.selectionReplaced({ screen: "tasks", ids: ["c"] })],
    selectionCleared: [selection.selectionReplaced({ screen: "tasks", ids: [] })],
    userLeft: [api.util.resetApiState()],
  },
  nameOf: ({ phase }) => phase,
  run: selection.selectionSlice.reducer,
};

const tea = readView(TASK_VIEW, "?search=tea&page=3");

const filtersWalk: Walk<FiltersState<ListQuery>, FiltersEvent<ListQuery>, FiltersEventType> = {
  states: [
    { phase: "closed", query: tea },
    { phase: "settled", query: tea, text: "tea", entry: "push" },
    { phase: "typing", query: tea, text: "teapot ", entry: "push" },
  ],
  events: {
    addressOpened: [{ type: "addressOpened", query: readView(TASK_VIEW, "?status=Done") }],
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
  run: filtersReducer(TASK_VIEW),
};

const bulk = createBulk<string>("test");

const bulkAt = (phase: BulkPhase): BulkState<string> => ({
  phase,
  action: "rename",
  ids: ["a", "b", "c"],
  done: ["a"],
  failed: [],
});

const bulkWalk: Walk<BulkState<string>, UnknownAction, BulkEvent> = {
  states: [bulkAt("idle"), bulkAt("running"), bulkAt("stopping"), bulkAt("finished")],
  events: {
    bulkRequested: [bulk.actions.bulkRequested({ action: "rename", ids: [] })],
    bulkRetryRequested: [bulk.actions.bulkRetryRequested()],
    bulkItemChanged: [bulk.actions.bulkItemChanged({ id: "b" })],
    bulkItemFailed: [bulk.actions.bulkItemFailed({ id: "b", reason: "Taken" })],
    bulkStopRequested: [bulk.actions.bulkStopRequested()],
    bulkEnded: [bulk.actions.bulkEnded()],
    bulkResultDismissed: [bulk.actions.bulkResultDismissed()],
    userLeft: [api.util.resetApiState()],
  },
  nameOf: ({ phase }) => phase,
  run: bulk.reducer,
};

const uploadAt = (phase: Upload["phase"]): Upload[] => [
  { id: "a", taskId: "t", name: "a.txt", size: 9, phase, sent: 0, reason: "", isFinal: false },
];

const uploadWalk: Walk<Upload[], UnknownAction, UploadEvent> = {
  states: [[], ...(["waiting", "sending", "interrupted", "failed"] as const).map(uploadAt)],
  events: {
    uploadRequested: [uploads.uploadRequested({ id: "a", taskId: "t", name: "a.txt", size: 9 })],
    uploadRefused: [
      uploads.uploadRefused({ id: "a", taskId: "t", name: "a.txt", size: 9, reason: "Too large" }),
    ],
    uploadStarted: [uploads.uploadStarted({ id: "a" })],
    bytesArrived: [uploads.bytesArrived({ id: "a", sent: 4 })],
    uploadInterrupted: [uploads.uploadInterrupted({ id: "a" })],
    uploadFailed: [uploads.uploadFailed({ id: "a", reason: "No room" })],
    uploadRetried: [uploads.uploadRetried({ id: "a" })],
    uploadEnded: [uploads.uploadEnded({ id: "a" })],
    uploadCancelled: [uploads.uploadCancelled({ id: "a" })],
    userLeft: [api.util.resetApiState()],
  },
  nameOf: ([upload]) => upload?.phase ?? "gone",
  run: uploadsSlice.reducer,
};

const connectionWalk: Walk<connection.ConnectionState, UnknownAction, ConnectionEvent> = {
  states: (["online", "doubtful", "offline"] as const).map((status) => ({
    status,
    hasPage: false,
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

const changeWalk: Walk<Change, ChangeEvent, ChangeEventType> = {
  states: changeStates,
  events: changeEvents,
  nameOf: ({ phase }) => phase,
  run: (change, event) => afterEvent(changeTable, change, event),
};

/** The sampled transitions of each machine, by its file. */
export const walks: Record<string, Step[]> = {
  "src/session/sessionMachine.ts": stepsOf(sessionWalk),
  "src/features/selection/selectionMachine.ts": stepsOf(selectionWalk),
  "src/sync/connection/connectionMachine.ts": stepsOf(connectionWalk),
  "src/lib/filters/filtersMachine.ts": stepsOf(filtersWalk),
  "src/sync/live/liveMachine.ts": stepsOf(liveWalk),
  "src/features/bulk/bulkMachine.ts": stepsOf(bulkWalk),
  "src/features/files/uploadMachine.ts": stepsOf(uploadWalk),
  "src/features/changes/queue/changeMachine.ts": stepsOf(changeWalk),
};
