import { createListenerMiddleware, type Middleware } from "@reduxjs/toolkit";
import { startBoardListeners } from "#features/board/moves/boardListeners.ts";
import type { Outbox } from "#features/board/outbox/outbox.ts";
import { startOutboxListeners } from "#features/board/outbox/outboxListeners.ts";
import { startTaskFormListeners } from "#features/tasks/form/taskFormListeners.ts";
import { startUserListListeners } from "#features/users/userListListeners.ts";
import { newListeners } from "#lib/storeParts.ts";
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

/**
 * Starts the listeners that run on every screen: toasts, refetches and other reactions to actions.
 * Those of a loaded screen start before the next action.
 */
export function makeListeners(extra: AppExtra, outbox: Outbox, lastSeen: LastSeen | null) {
  const { middleware, startListening } = createListenerMiddleware({ extra });
  const start = startListening.withTypes<RootState, AppDispatch, AppExtra>();
  startSessionListeners(start);
  startBoardListeners(start);
  startOutboxListeners(start, outbox);
  startConnectionListeners(start);
  startExtensionListeners(start);
  startFailedQueryRetry(start);
  if (lastSeen) startLastSeenListeners(start, { lastSeen, plan: lastSeenPlan, whenIdle });
  startLiveListeners(start);
  startTaskFormListeners(start);
  startUserListListeners(start);
  const forEachNewListener = newListeners();
  const late: Middleware = () => (next) => (action) => {
    forEachNewListener((startLate) => startLate(start as never));
    return next(action);
  };
  return [late, middleware] as const;
}
