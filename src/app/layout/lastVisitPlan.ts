import type { RootState } from "#app/state/rootReducer.ts";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "#contract/task.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { selectConfirmedBoard } from "#features/changes/shown/shownBoard.ts";
import { dashboardApi } from "#features/dashboard/dashboardApi.ts";
import { labelsApi } from "#features/labels/labelsApi.ts";
import { searchApi } from "#features/tasks/data/searchApi.ts";
import { teamNamesApi } from "#features/teams/teamNamesApi.ts";
import { usersApi } from "#features/users/usersApi.ts";
import { viewListApi } from "#features/views/viewListApi.ts";
import type { LastVisitPlan } from "#sync/lastVisit/lastVisitWriter.ts";

export { createLastVisitWriter } from "#sync/lastVisit/lastVisitWriter.ts";

const { getBoard } = boardApi.endpoints;
const { getStats, getOverdue } = dashboardApi.endpoints;

/**
 * The lists that are stored: the first page of all tasks, the list that was shown last, and those of the
 * user's work.
 */
function listSlot(arg: unknown): string | null {
  const { page, limit, ...filters } = arg as Partial<Record<string, unknown>>;
  if (limit === PAGE_SIZE_MAX) return "ownTasks";
  if (limit !== PAGE_SIZE) return filters["delegated"] ? "waitingTasks" : null;
  return page === 1 && Object.keys(filters).length === 0 ? "tasks" : "filteredTasks";
}

/** The board, the task list, the dashboard, and the names of the assignees, teams and labels that they show. */
export const lastVisitPlan: LastVisitPlan<RootState> = {
  slots: {
    [getBoard.name]: () => "board",
    [searchApi.endpoints.searchTasks.name]: listSlot,
    [getStats.name]: () => "stats",
    [getOverdue.name]: () => "overdue",
    [usersApi.endpoints.getUsers.name]: () => "users",
    [teamNamesApi.endpoints.getTeamNames.name]: () => "teamNames",
    [labelsApi.endpoints.getLabels.name]: () => "labels",
    [viewListApi.endpoints.getViews.name]: () => "views",
  },
  shown: { [getBoard.name]: selectConfirmedBoard },
  watched: ({ api, changes }) => [api.queries, changes.entries],
};
