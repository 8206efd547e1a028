import type { ThunkDispatch, TypedStartListening, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { messagesOf } from "#api/errors.ts";
import { endedSession } from "#session/endedSession.ts";
import type { AppExtra } from "#session/extra.ts";
import { auditApi } from "./auditApi.ts";

const { restoreTask } = auditApi.endpoints;

type Dispatch = ThunkDispatch<unknown, AppExtra, UnknownAction>;
type StartListening = TypedStartListening<unknown, Dispatch, AppExtra>;

/** Says how a task's restoration ended. */
export function startAuditListeners(startListening: StartListening): void {
  startListening({
    matcher: restoreTask.matchFulfilled,
    effect: () => void toast.success("Task restored"),
  });
  startListening({
    matcher: restoreTask.matchRejected,
    effect: ({ payload }, { extra }) => {
      if (endedSession(payload, extra)) return;
      for (const message of messagesOf(payload, "Failed to restore task")) toast.error(message);
    },
  });
}
