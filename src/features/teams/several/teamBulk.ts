import { isGone, statusOf } from "#api/errors.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { type BulkState, createBulk } from "#features/bulk/bulk.ts";
import { type BulkFeature, startBulkListeners } from "#features/bulk/bulkListeners.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";

/** Adding people to a team, or removing them as its undo. */
export interface TeamBulkAction {
  team: NamedRecord;
  isMember: boolean;
}

export const teamBulk = createBulk<TeamBulkAction>("teamBulk");

/** The part of the store's state that this feature reads. */
export interface WithTeamBulk {
  teamBulk: BulkState<TeamBulkAction>;
}

const { addMember, removeMember } = teamsApi.endpoints;

/** Adds people to a team with one call each. The calls show no toasts of their own. */
export const teamBulkFeature: BulkFeature<WithTeamBulk, TeamBulkAction> = {
  bulk: teamBulk,
  select: ({ teamBulk }) => teamBulk,
  change: async (userId, { team, isMember }, { dispatch }) => {
    const membership = { teamId: team.id, userId, isBulk: true };
    const { error } = isMember
      ? await dispatch(addMember.initiate(membership, { track: false }))
      : await dispatch(removeMember.initiate(membership, { track: false }));
    // The user or the team is gone, or the user is a member already: a retry would fail too.
    return { error, isFinal: isGone(error) || statusOf(error) === 409 };
  },
  // After a removal the user chooses the people again.
  inverse: (action) => (action.isMember ? { ...action, isMember: false } : null),
  refetch: (dispatch) => void dispatch(teamsApi.util.invalidateTags(["Team", "User"])),
  words: {
    progress: ({ isMember }, count) =>
      `${isMember ? "Adding" : "Removing"} ${countOf(count, "member")}`,
    done: ({ isMember }, count) => `${countOf(count, "member")} ${isMember ? "added" : "removed"}`,
    undo: (_action, count) => `Undo adding of ${count}`,
    failure: "Failed to add member",
  },
};

export function startTeamBulkListeners(startListening: StartListening<WithTeamBulk>): void {
  startBulkListeners(startListening, teamBulkFeature);
}
