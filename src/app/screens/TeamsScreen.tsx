import { AuditLink } from "#features/audit/AuditLink.tsx";
import { TeamsPage } from "#features/teams/TeamsPage.tsx";
import { startTeamsListeners } from "#features/teams/teamsListeners.ts";

export const storeParts = { listeners: [startTeamsListeners] };

/** Team management with a link to the audit log. Features may not import each other, so the app joins them. */
export default function TeamsScreen() {
  return <TeamsPage auditLink={<AuditLink />} />;
}
