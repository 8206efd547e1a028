import { createSlice, isAnyOf, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { boardApi } from "#features/board/boardApi.ts";
import { movesDiscarded } from "#features/board/moves/boardSlice.ts";
import { otherUserArrived } from "#features/board/outbox/otherUser.ts";
import { transition } from "#lib/machine.ts";
import { type CreationEvent, creationTable } from "./creationMachine.ts";
import { creationsApi } from "./creationsApi.ts";
import { type Creation, type CreationsState, NO_CREATIONS } from "./creationsState.ts";
import type { StoredCreation } from "./storedCreation.ts";

const { getBoard } = boardApi.endpoints;

/** Moves a new card to its next phase, with changes. Removes the card if there is no next phase. */
function step(
  state: CreationsState,
  key: string,
  event: CreationEvent,
  changes: Partial<Creation> = {},
): void {
  const before = state.all.find((one) => one.key === key);
  const phase = before && transition(creationTable, before.phase, event);
  if (!phase) return;
  state.all = state.all.flatMap((one) => {
    if (one.key !== key) return [one];
    return phase === "none" ? [] : [{ ...one, ...changes, phase }];
  });
}

function add(state: CreationsState, { sent, reason, ...stored }: StoredCreation): void {
  if (state.all.some(({ key }) => key === stored.key)) return;
  const phase = reason === undefined ? "queued" : "failed";
  const fresh = { attempts: sent ? 1 : 0, reason: reason ?? null, taskId: null, createdAt: 0 };
  state.all = [...state.all, { ...stored, ...fresh, phase }];
}

type Keyed = PayloadAction<{ key: string }>;

/** The tasks that were created in the columns' lines. */
export const creationsSlice = createSlice({
  name: "creations",
  initialState: NO_CREATIONS,
  reducers: {
    creationRequested: (state, { payload }: PayloadAction<StoredCreation>) => add(state, payload),
    /** New cards that the outbox has kept from before a reload. */
    creationsRestored(state, { payload }: PayloadAction<readonly StoredCreation[]>) {
      for (const stored of payload) add(state, stored);
    },
    creationSent: (state, { payload: { key } }: Keyed) => step(state, key, "creationSent"),
    creationUnanswered(state, { payload: { key } }: Keyed) {
      const attempts = (state.all.find((one) => one.key === key)?.attempts ?? 0) + 1;
      step(state, key, "creationUnanswered", { attempts });
    },
    creationDelayed: (state, { payload: { key } }: Keyed) => step(state, key, "creationDelayed"),
    creationRejected(state, { payload }: PayloadAction<{ key: string; reason: string }>) {
      step(state, payload.key, "creationRejected", { reason: payload.reason });
    },
    /**
     * `newKey`: the next request needs a new key, because the server has refused the one with the
     * old key.
     */
    creationRetried(state, { payload }: PayloadAction<{ key: string; newKey: string }>) {
      const changes = { key: payload.newKey, reason: null, attempts: 0 };
      step(state, payload.key, "creationRetried", changes);
    },
    creationDiscarded: (state, { payload: { key } }: Keyed) =>
      step(state, key, "creationDiscarded"),
  },
  extraReducers: (builder) => {
    builder
      .addCase(movesDiscarded, (state) => {
        state.all = [];
      })
      // Runs before the call's tags refetch the board, so that the refetch counts as newer.
      .addMatcher(creationsApi.endpoints.createCard.matchFulfilled, (state, { meta, payload }) => {
        const changes = { taskId: payload?.id ?? null, createdAt: state.clock };
        step(state, meta.arg.originalArgs.key, "creationConfirmed", changes);
      })
      // Another user's session must not inherit new cards.
      .addMatcher(isAnyOf(api.util.resetApiState, otherUserArrived), ({ clock }) => ({
        ...NO_CREATIONS,
        clock,
      }))
      .addMatcher(getBoard.matchPending, (state, { meta }) => {
        state.clock += 1;
        state.requested = { [meta.requestId]: state.clock };
      })
      .addMatcher(getBoard.matchFulfilled, (state, { meta }) => {
        const requested = state.requested[meta.requestId] ?? 0;
        for (const { key, phase, createdAt } of state.all) {
          if (phase === "created" && createdAt < requested) step(state, key, "boardArrived");
        }
      });
  },
});

export const {
  creationRequested,
  creationsRestored,
  creationSent,
  creationUnanswered,
  creationDelayed,
  creationRejected,
  creationRetried,
  creationDiscarded,
} = creationsSlice.actions;
