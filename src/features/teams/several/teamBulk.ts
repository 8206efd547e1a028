import type { NamedRecord } from "#contract/id.ts";
import { type BulkState, createBulk } from "#features/bulk/bulk.ts";

/** Adding people to a team, or removing them as its undo. */
export interface TeamBulkAction {
  team: NamedRecord;
  isMember: boolean;
}

/** Whether a user becomes a member of a team, or ceases to be one. */
export interface TeamBulkChange {
  teamId: string;
  isMember: boolean;
}

type TeamBulkState = BulkState<TeamBulkAction, TeamBulkChange>;

export const teamBulk = createBulk<TeamBulkAction, TeamBulkChange>("teamBulk");

/** The part of the store's state that this feature reads. */
export interface WithTeamBulk {
  teamBulk: TeamBulkState;
}

export const selectTeamBulk = ({ teamBulk }: WithTeamBulk): TeamBulkState => teamBulk;
