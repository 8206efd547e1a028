import type { UnknownAction } from "@reduxjs/toolkit";
import { callToasts } from "#sync/connection/callToasts.ts";
import { teamsApi } from "./teamsApi.ts";

const { getTeams, getTeam, createTeam, addMember, removeMember } = teamsApi.endpoints;

/** Matches the calls that are no part of a bulk action, which has a toast of its own. */
const single = (matches: (action: UnknownAction) => boolean) => (action: UnknownAction) => {
  const { meta } = action as { meta?: { arg?: { originalArgs?: { isBulk?: boolean } } } };
  return matches(action) && !meta?.arg?.originalArgs?.isBulk;
};

/** Shows toasts for the calls about teams (§8). */
export const startTeamsListeners = callToasts({
  successes: [
    [createTeam.matchFulfilled, "Team created successfully"],
    [single(addMember.matchFulfilled), "Member added successfully"],
    [single(removeMember.matchFulfilled), "Member removed successfully"],
  ],
  failures: [
    [getTeams.matchRejected, "Failed to fetch teams"],
    [getTeam.matchRejected, "Failed to fetch team details"],
    [createTeam.matchRejected, "Failed to create team"],
    [single(addMember.matchRejected), "Failed to add member"],
    [single(removeMember.matchRejected), "Failed to remove member"],
  ],
});
