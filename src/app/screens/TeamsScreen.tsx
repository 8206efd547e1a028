import { AuditLink } from "#features/audit/AuditLink.tsx";
import { selectionSlice } from "#features/selection/selectionSlice.ts";
import { TeamsPage } from "#features/teams/page/TeamsPage.tsx";
import { startTeamBulkListeners, teamBulk } from "#features/teams/several/teamBulk.ts";

export const storeParts = {
  slices: [selectionSlice, teamBulk],
  listeners: [startTeamBulkListeners],
};

/** Team management with a link to the audit log. Features may not import each other, so the app joins them. */
export default function TeamsScreen() {
  return <TeamsPage auditLink={<AuditLink />} />;
}
