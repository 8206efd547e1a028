import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { startCallToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { teamsApi } from "./teamsApi.ts";

const { getTeams, getTeam, createTeam, addMember, removeMember } = teamsApi.endpoints;

/** Shows toasts for the calls about teams (§8). */
export function startTeamsListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startCallToasts(startListening, {
    successes: [
      [createTeam.matchFulfilled, "Team created successfully"],
      [addMember.matchFulfilled, "Member added successfully"],
      [removeMember.matchFulfilled, "Member removed successfully"],
    ],
    failures: [
      [getTeams.matchRejected, "Failed to fetch teams"],
      [getTeam.matchRejected, "Failed to fetch team details"],
      [createTeam.matchRejected, "Failed to create team"],
      [addMember.matchRejected, "Failed to add member"],
      [removeMember.matchRejected, "Failed to remove member"],
    ],
  });
}
