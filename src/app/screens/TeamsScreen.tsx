import { selectionSlice } from "#features/selection/selectionSlice.ts";
import { startTeamBulkListeners, teamBulk } from "#features/teams/several/teamBulk.ts";

export const storeParts = {
  slices: [selectionSlice, teamBulk],
  listeners: [startTeamBulkListeners],
};

export { TeamsPage as default } from "#features/teams/page/TeamsPage.tsx";
