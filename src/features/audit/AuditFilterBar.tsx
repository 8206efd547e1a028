import type { AuditAction } from "#contract/audit.ts";
import type { AuditEntry } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { PersonFilter, usePersonText } from "#features/users/PersonFilter.tsx";
import { controlsOf, type ScreenFilters } from "#ui/filters/FilterBar.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { LogFilterBar } from "#ui/filters/LogFilterBar.tsx";
import type { AuditFilters } from "./auditView.ts";

/** The labels of the actions, grouped by subject. */
const ACTION_GROUPS: Readonly<Record<string, Partial<Record<AuditAction, string>>>> = {
  Users: {
    "user.registered": "Joined",
    "user.role_changed": "Role changed",
    "user.activated": "Activated",
    "user.deactivated": "Deactivated",
    "user.deleted": "Deleted",
    "users.run_ended": "Bulk action",
    "users.run_started": "Bulk action started",
    "users.run_undone": "Bulk action undone",
    "invitation.made": "Invited",
    "invitation.used": "Invitation accepted",
    "invitation.revoked": "Invitation revoked",
    "reset_link.made": "Reset link made",
    "reset_link.used": "Reset link used",
    "reset_link.revoked": "Reset link revoked",
  },
  Teams: {
    "team.created": "Team created",
    "team.member_added": "Member added",
    "team.member_removed": "Member removed",
  },
  Labels: {
    "label.created": "Label created",
    "label.changed": "Label changed",
    "label.merged": "Label merged",
    "label.deleted": "Label deleted",
    "label.restored": "Label restored",
  },
  Views: {
    "view.created": "View created",
    "view.changed": "View changed",
    "view.deleted": "View deleted",
    "view.restored": "View restored",
  },
  Tasks: {
    "task.deleted": "Task deleted",
    "task.restored": "Task restored",
    "file.deleted": "File deleted",
    "file.restored": "File restored",
    "tasks.imported": "Tasks imported",
    "tasks.import_undone": "Import undone",
    "tasks.run_ended": "Bulk action on tasks",
    "tasks.run_undone": "Bulk action on tasks undone",
  },
  Server: {
    "data.exported": "All data exported",
    "webhook.created": "Webhook created",
    "webhook.changed": "Webhook changed",
    "webhook.secret_rotated": "Webhook secret replaced",
    "webhook.delivery_sent_again": "Webhook delivery sent again",
    "webhook.deleted": "Webhook deleted",
  },
  "Own account": {
    "user.renamed": "Name changed",
    "user.email_changed": "Email changed",
    "user.password_changed": "Password changed",
    "user.password_reset": "Password reset",
    "user.password_cleared": "Password cleared",
    "user.signed_out_everywhere": "Signed out everywhere",
    "user.session_revoked": "Session ended after a copied token",
    "user.sign_in_failed": "Sign-in failed",
    "user.identity_linked": "Sign-in linked",
    "user.identity_unlinked": "Sign-in unlinked",
    "user.token_created": "API token created",
    "user.token_revoked": "API token revoked",
    "user.calendar_feed_created": "Calendar feed created",
    "user.calendar_feed_revoked": "Calendar feed turned off",
  },
};

const ACTION_LABELS: Partial<Record<string, string>> = Object.assign(
  {},
  ...Object.values(ACTION_GROUPS),
);

/** The names that the entries show, the oldest first. */
const namedIn = (entries: readonly AuditEntry[]): NamedRecord[] =>
  entries
    .flatMap(({ actor, subject, details: { team } }) => [actor, subject, ...(team ? [team] : [])])
    .toReversed();

/** Filters the log by actor, subject and action. */
export function AuditFilterBar({
  entries,
  ...screen
}: ScreenFilters<AuditFilters> & { entries: readonly AuditEntry[] }) {
  const bar = controlsOf(screen);
  const { data: teams } = useGetTeamsQuery();
  const named = namedIn(entries);
  const texts = {
    actor: usePersonText("Done by", named),
    subject: usePersonText("Concerning", named, teams),
    action: ACTION_LABELS,
  };
  return (
    <LogFilterBar {...screen} texts={texts}>
      <PersonFilter {...bar} name="actor" label="Done by" named={named} />
      <PersonFilter {...bar} name="subject" label="Concerning" named={named} teams={teams} />
      <FilterSelect {...bar} name="action" label="Action" any="All actions">
        {Object.entries(ACTION_GROUPS).map(([group, labels]) => (
          <optgroup key={group} label={group}>
            {Object.entries(labels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </FilterSelect>
    </LogFilterBar>
  );
}
