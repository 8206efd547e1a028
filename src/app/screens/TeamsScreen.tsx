import { AuditLink } from "#features/audit/AuditLink.tsx";
import { TeamsPage } from "#features/teams/page/TeamsPage.tsx";
import { startTeamBulkListeners, teamBulk } from "#features/teams/several/teamBulk.ts";

export const storeParts = { slices: [teamBulk], listeners: [startTeamBulkListeners] };

/** Team management with a link to the audit log. Features may not import each other, so the app joins them. */
export default function TeamsScreen() {
  return <TeamsPage auditLink={<AuditLink />} />;
}
