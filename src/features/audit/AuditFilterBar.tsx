import type { AuditAction, AuditEntry } from "#contract/audit.ts";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { personOption, usePeople } from "#features/users/usePeople.tsx";
import { countFilters } from "#lib/filters/view.ts";
import { Button } from "#ui/button/Button.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { FiltersInSheet } from "#ui/filters/FiltersInSheet.tsx";
import log from "#ui/lists/log.module.css";
import { PickerField } from "#ui/picker/PickerField.tsx";
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
  Tasks: {
    "task.deleted": "Task deleted",
    "task.restored": "Task restored",
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
    "user.sign_in_failed": "Sign-in failed",
    "user.identity_linked": "Sign-in linked",
    "user.identity_unlinked": "Sign-in unlinked",
    "user.token_created": "API token created",
    "user.token_revoked": "API token revoked",
    "user.calendar_feed_created": "Calendar feed created",
    "user.calendar_feed_revoked": "Calendar feed turned off",
  },
};

/** The name that the entries show for an id. Deleted users and teams are in no other list. */
function nameIn(entries: readonly AuditEntry[], id: string): string | undefined {
  return entries
    .flatMap(({ actor, subject, details: { team } }) => [actor, subject, ...(team ? [team] : [])])
    .findLast((one) => one.id === id)?.name;
}

/** Filters the log by actor, subject and action. */
export function AuditFilterBar({
  filters,
  entries,
  onChoose,
  onReset,
}: {
  filters: AuditFilters;
  entries: readonly AuditEntry[];
  onChoose: (name: keyof AuditFilters, value: string) => void;
  onReset: () => void;
}) {
  const people = usePeople();
  const { data: teams = [] } = useGetTeamsQuery();
  const { actor, subject, action } = filters;
  const anyone = (name: "actor" | "subject", label: string) => ({
    key: "",
    label,
    checked: filters[name] === "",
    onSelect: () => onChoose(name, ""),
  });
  const persons = (name: "actor" | "subject") =>
    people.map((one) => personOption(one, one.id === filters[name], () => onChoose(name, one.id)));
  const nameOf = (id: string) =>
    [...people, ...teams].find((one) => one.id === id)?.name ??
    nameIn(entries, id) ??
    "Someone else";
  return (
    <FiltersInSheet count={countFilters(filters)}>
      <search className={log.filters}>
        <PickerField
          label="Done by"
          isSet={actor !== ""}
          value={actor ? nameOf(actor) : "Done by anyone"}
          options={() => [anyone("actor", "Done by anyone"), ...persons("actor")]}
        />
        <PickerField
          label="Concerning"
          isSet={subject !== ""}
          value={subject ? nameOf(subject) : "Concerning anyone"}
          options={() => [
            anyone("subject", "Concerning anyone"),
            ...persons("subject"),
            ...teams.map(({ id, name }) => ({
              key: id,
              label: name,
              note: "Team",
              checked: id === subject,
              onSelect: () => onChoose("subject", id),
            })),
          ]}
        />
        <FilterSelect label="Action" value={action} onChoose={(value) => onChoose("action", value)}>
          <option value="">All actions</option>
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
        <Button onClick={onReset}>Reset</Button>
      </search>
    </FiltersInSheet>
  );
}
