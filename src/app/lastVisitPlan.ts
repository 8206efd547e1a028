import { selectConfirmedBoard } from "#features/changes/shownBoard.ts";
import { dashboardApi } from "#features/dashboard/dashboardApi.ts";
import { searchApi } from "#features/filters/searchApi.ts";
import { teamNamesApi } from "#features/teams/teamNamesApi.ts";
import { usersApi } from "#features/users/usersApi.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { LastVisitPlan } from "#sync/lastVisit/lastVisitWriter.ts";
import type { RootState } from "./rootReducer.ts";

const { getBoard } = boardApi.endpoints;
const { getStats, getOverdue } = dashboardApi.endpoints;

/** Two lists are stored: the first page of all tasks, and the list that was shown last. */
function listSlot(arg: unknown): string {
  const { page, limit: _limit, ...filters } = arg as Partial<Record<string, unknown>>;
  return page === 1 && Object.keys(filters).length === 0 ? "tasks" : "filteredTasks";
}

/** The board, the task list, the dashboard, and the names of the assignees and teams that they show. */
export const lastVisitPlan: LastVisitPlan<RootState> = {
  slots: {
    [getBoard.name]: () => "board",
    [searchApi.endpoints.searchTasks.name]: listSlot,
    [getStats.name]: () => "stats",
    [getOverdue.name]: () => "overdue",
    [usersApi.endpoints.getUsers.name]: () => "users",
    [teamNamesApi.endpoints.getTeamNames.name]: () => "teamNames",
  },
  shown: { [getBoard.name]: selectConfirmedBoard },
  watched: ({ api, changes }) => [api.queries, changes.entries],
};
