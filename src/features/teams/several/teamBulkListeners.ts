import { statusOf } from "#api/errors.ts";
import {
  type BulkFeature,
  type BulkResult,
  startBulkListeners,
  summaryOf,
} from "#features/bulk/bulkListeners.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening, StoreDispatch } from "#session/appExtra.ts";
import {
  selectTeamBulk,
  type TeamBulkAction,
  type TeamBulkChange,
  teamBulk,
  type WithTeamBulk,
} from "./teamBulk.ts";

const { addMember, removeMember } = teamsApi.endpoints;

/** The user or the team is gone, or the user is a member already: a retry would fail too. */
const FINAL_STATUSES: ReadonlySet<number | undefined> = new Set([404, 409]);

async function send(
  { id: userId, change: { teamId, isMember } }: { id: string; change: TeamBulkChange },
  { dispatch }: { dispatch: StoreDispatch },
): Promise<BulkResult<TeamBulkChange>> {
  const membership = { teamId, userId, isBulk: true };
  const { error } = isMember
    ? await dispatch(addMember.initiate(membership, { track: false }))
    : await dispatch(removeMember.initiate(membership, { track: false }));
  if (error) return { error, isFinal: FINAL_STATUSES.has(statusOf(error)) };
  return { undo: { teamId, isMember: !isMember } };
}

/** Adds people to a team with one call each. */
const teamBulkFeature: BulkFeature<WithTeamBulk, TeamBulkAction, TeamBulkChange> = {
  bulk: teamBulk,
  select: selectTeamBulk,
  send,
  failure: "Failed to add member",
  summary: (run) =>
    summaryOf(
      run,
      (count) => `${countOf(count, "member")} ${run.action?.isMember ? "added" : "removed"}`,
    ),
  refetch: (dispatch) => void dispatch(teamsApi.util.invalidateTags(["Team", "User"])),
};

/** Runs the bulk additions. Their calls show no toasts of their own. */
export function startTeamBulkListeners(startListening: StartListening<WithTeamBulk>): void {
  startBulkListeners(startListening, teamBulkFeature);
}
