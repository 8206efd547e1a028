import type { Reducer } from "@reduxjs/toolkit";
import { NO_SELECTION } from "#features/board/cards/selectionState.ts";
import { type BoardState, NO_BOARD } from "#features/changes/queue/boardState.ts";
import { NO_CHANGES } from "#features/changes/queue/change.ts";
import type { ListQuery } from "#features/filters/listQuery.ts";
import type { WithTeamBulk } from "#features/teams/several/teamBulk.ts";
import type { WithUserBulk } from "#features/users/userBulk.ts";
import type { FiltersState } from "#lib/filters/filtersMachine.ts";

const NO_BULK = { phase: "idle", action: null, ids: [], done: [], failed: [] } as const;

const placeholder =
  <State>(initial: State): Reducer<State> =>
  (state = initial) =>
    state;

const noFilters: FiltersState<ListQuery> = {
  phase: "closed",
  query: {
    filters: {
      search: "",
      priority: "",
      status: "",
      assignee: "",
      overdue: "",
      due: "",
      team: "",
      created_by: "",
      delegated: "",
    },
    sort: "",
    page: 1,
  },
};

/**
 * The initial state of each slice whose code is loaded with its screens. Loading the code doesn't
 * change the state, so a replayed action log ends in the same state, no matter when each slice was
 * loaded.
 */
export const placeholders = {
  board: placeholder<BoardState>(NO_BOARD),
  changes: placeholder(NO_CHANGES),
  selection: placeholder(NO_SELECTION),
  userBulk: placeholder<WithUserBulk["userBulk"]>(NO_BULK),
  teamBulk: placeholder<WithTeamBulk["teamBulk"]>(NO_BULK),
  filters: placeholder(noFilters),
  boardFilters: placeholder(noFilters),
};
