import { createListenerMiddleware } from "@reduxjs/toolkit";
import { startAuditListeners } from "#features/audit/auditListeners.ts";
import { startBoardListeners } from "#features/board/moves/boardListeners.ts";
import type { Outbox } from "#features/board/outbox/outbox.ts";
import { startOutboxListeners } from "#features/board/outbox/outboxListeners.ts";
import { startDashboardListeners } from "#features/dashboard/dashboardListeners.ts";
import { startFiltersListeners } from "#features/filters/filtersListeners.ts";
import { startProfileListeners } from "#features/profile/profileListeners.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.ts";
import { startTeamsListeners } from "#features/teams/teamsListeners.ts";
import { startUserBulkListeners } from "#features/users/userBulkListeners.ts";
import { startUsersListeners } from "#features/users/usersListeners.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { startSessionListeners } from "#session/sessionListeners.ts";
import { startConnectionListeners } from "#sync/connection/connectionListeners.ts";
import { startFailedQueryRetry } from "#sync/connection/failedQueryRetry.ts";
import { startExtensionListeners } from "#sync/extensions/extensions.ts";
import type { LastSeen } from "#sync/lastSeen/lastSeen.ts";
import { startLastSeenListeners } from "#sync/lastSeen/lastSeenListeners.ts";
import { startLiveListeners } from "#sync/live/liveListeners.ts";
import { lastSeenPlan } from "./lastSeenPlan.ts";
import type { AppDispatch, RootState } from "./rootReducer.ts";

/** Starts the listeners of all features: toasts, refetches and other reactions to actions. */
export function makeListeners(extra: AppExtra, outbox: Outbox, lastSeen: LastSeen | null) {
  const { middleware, startListening } = createListenerMiddleware({ extra });
  const start = startListening.withTypes<RootState, AppDispatch, AppExtra>();
  startAuditListeners(start);
  startSessionListeners(start);
  startBoardListeners(start);
  startOutboxListeners(start, outbox);
  startConnectionListeners(start);
  startExtensionListeners(start);
  startFailedQueryRetry(start);
  startDashboardListeners(start);
  startFiltersListeners(start);
  if (lastSeen) startLastSeenListeners(start, { lastSeen, plan: lastSeenPlan, whenIdle });
  startLiveListeners(start);
  startProfileListeners(start);
  startTasksListeners(start);
  startTeamsListeners(start);
  startUsersListeners(start);
  startUserBulkListeners(start);
  return middleware;
}
