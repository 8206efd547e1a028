import type { UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/extra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { isReportable, type RejectedCall } from "#sync/connection/errorSuppression.ts";
import { teamsApi } from "./teamsApi.ts";

const { getTeams, getTeam, createTeam, addMember, removeMember } = teamsApi.endpoints;

type Outcome = (action: UnknownAction) => boolean;

const SUCCESSES: readonly [Outcome, string][] = [
  [createTeam.matchFulfilled, "Team created successfully"],
  [addMember.matchFulfilled, "Member added successfully"],
  [removeMember.matchFulfilled, "Member removed successfully"],
];

const FAILURES: readonly [Outcome, string][] = [
  [getTeams.matchRejected, "Failed to fetch teams"],
  [getTeam.matchRejected, "Failed to fetch team details"],
  [createTeam.matchRejected, "Failed to create team"],
  [addMember.matchRejected, "Failed to add member"],
  [removeMember.matchRejected, "Failed to remove member"],
];

/** Says how the calls about teams ended (§8). */
export function startTeamsListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  for (const [matcher, message] of SUCCESSES) {
    startListening({ predicate: matcher, effect: () => void toast.success(message) });
  }
  for (const [matcher, message] of FAILURES) {
    startListening({
      predicate: (action) => matcher(action),
      effect: (action, listenerApi) => {
        if (!isReportable(action as unknown as RejectedCall, listenerApi)) return;
        // The same news twice is one toast.
        toast.error(message, { id: message });
      },
    });
  }
}
