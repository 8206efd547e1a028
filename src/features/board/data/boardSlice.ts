import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { queryOutdated } from "#api/refetch.ts";
import { listTag, type Tag } from "#api/tags.ts";
import { boardApi } from "./boardApi.ts";

/** How the user requested a change. */
export type Cause = "pointer" | "keyboard" | "menu" | "form" | "undo";

/** A change of a task, as the actions of changes name it. */
interface Change {
  id: string;
  what: string;
  at: number;
}

/*
 * What happens to changes of tasks (`features/changes`). The board reacts to the actions of that room by
 * their names, because that room imports this one.
 */
type Queued = PayloadAction<
  { what: string; tasks: readonly Pick<Change, "id" | "at">[]; by: Cause },
  "changes/queued"
>;
type Refused = PayloadAction<{ changes: readonly Change[]; isLast: boolean }, "changes/refused">;
type Resolved = PayloadAction<
  { changes: readonly (Change & { outcome: string })[] },
  "changes/resolved"
>;

/** The card that was last moved or put back, and why. */
export interface Landing {
  cardId: string;
  by: Cause | "rejection";
  /** The `Wanted.at` of the move. */
  at: number;
}

export interface BoardState {
  /**
   * The tasks in the events that made the board stale. Null if the board is not stale, or if an event
   * had no task's id.
   */
  outdated: string[] | null;
  /** The tasks that the response must contain if the running request reads only changes. */
  expected: string[] | null;
  drag: { phase: "idle" } | { phase: "dragging"; cardId: string };
  landed: Landing | null;
}

/** The initial state. */
const NO_BOARD: BoardState = {
  outdated: null,
  expected: null,
  drag: { phase: "idle" },
  landed: null,
};

/** The ids that tags name; null if they make all tasks stale. */
function taskIds(tags: readonly Tag[]): string[] | null {
  if (tags.includes("Task")) return null;
  const list = listTag("Task").id;
  return tags.flatMap((tag) =>
    typeof tag === "object" && tag.type === "Task" && tag.id !== list ? [String(tag.id)] : [],
  );
}

/**
 * The board on screen: its drag, the card that landed last, and which tasks make it stale. The moves
 * are changes of tasks (`changesSlice`).
 */
export const boardSlice = createSlice({
  name: "board",
  initialState: NO_BOARD,
  reducers: {
    dragStarted(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.drag = { phase: "dragging", cardId: payload.cardId };
    },
    /** A drag that ended without a move. */
    dragEnded(state) {
      state.drag = { phase: "idle" };
    },
    /** Scrolls to a card and focuses it, if the board shows it. */
    cardRevealed(state, { payload }: PayloadAction<{ cardId: string }>) {
      state.landed = { cardId: payload.cardId, by: "keyboard", at: 0 };
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase("changes/queued", (state, { payload: { what, tasks, by } }: Queued) => {
        if (what !== "status") return;
        if (by === "pointer" || by === "keyboard") state.drag = { phase: "idle" };
        const last = tasks.at(-1);
        if (last) state.landed = { cardId: last.id, by, at: last.at };
      })
      .addCase("changes/refused", (state, { payload: { changes, isLast } }: Refused) => {
        const move = changes.find(({ what }) => what === "status");
        if (move && isLast) state.landed = { cardId: move.id, by: "rejection", at: move.at };
      })
      .addCase("changes/resolved", (state, { payload: { changes } }: Resolved) => {
        for (const { id, what, outcome, at } of changes) {
          if (what === "status" && outcome === "overtaken")
            state.landed = { cardId: id, by: "rejection", at };
        }
      })
      .addCase(queryOutdated, (state, { payload: { endpointName, tags } }) => {
        if (endpointName === boardApi.endpoints.getBoard.name) state.outdated = taskIds(tags);
      })
      .addCase("changes/otherUserArrived", () => NO_BOARD)
      .addMatcher(boardApi.endpoints.getBoard.matchPending, (state) => {
        state.expected = state.outdated;
        state.outdated = null;
      })
      .addMatcher(api.util.resetApiState.match, () => NO_BOARD);
  },
});

export const { dragStarted, dragEnded, cardRevealed } = boardSlice.actions;
