import type { ReactNode } from "react";
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from "#contract/audit.ts";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { Button } from "#ui/Button.tsx";
import { Select } from "#ui/Select.tsx";
import classes from "./AuditPage.module.css";
import { type AuditView, WHOLE_LOG } from "./auditAddress.ts";

/** The kinds of action as the filter names them, by what they are about. */
const KINDS: readonly Kind[] = [
  {
    group: "Users",
    actions: {
      "user.registered": "Joined",
      "user.role_changed": "Role changed",
      "user.activated": "Activated",
      "user.deactivated": "Deactivated",
      "user.deleted": "Deleted",
    },
  },
  {
    group: "Teams",
    actions: {
      "team.created": "Team created",
      "team.member_added": "Member added",
      "team.member_removed": "Member removed",
    },
  },
  {
    group: "Tasks",
    actions: {
      "task.deleted": "Task deleted",
      "task.restored": "Task restored",
    },
  },
  {
    group: "Own account",
    actions: {
      "user.renamed": "Name changed",
      "user.email_changed": "Email changed",
      "user.password_changed": "Password changed",
      "user.password_reset": "Password reset",
      "user.signed_out_everywhere": "Signed out everywhere",
      "user.sign_in_failed": "Sign-in failed",
    },
  },
];

interface Kind {
  group: string;
  actions: Partial<Record<AuditAction, string>>;
}

/** Narrows the log by who did it, whom or what it concerns, and what was done. */
export function AuditFilters({
  view,
  entries,
  onChange,
}: {
  view: AuditView;
  entries: readonly AuditEntry[];
  onChange: (view: AuditView) => void;
}) {
  const { data: users = [] } = useGetUsersQuery();
  const { data: teams = [] } = useGetTeamsQuery();
  const choose = (change: Partial<AuditView>) => onChange({ ...view, ...change, page: 1 });
  const known = new Map(namesIn(entries));
  return (
    <search className={classes.filters}>
      <Choice
        label="Done by"
        anything="Done by anyone"
        value={view.actor}
        named={known}
        there={users}
        onChoose={(actor) => choose({ actor })}
      >
        <Things things={users} />
      </Choice>
      <Choice
        label="Concerning"
        anything="Concerning anyone"
        value={view.subject}
        named={known}
        there={[...users, ...teams]}
        onChoose={(subject) => choose({ subject })}
      >
        <optgroup label="Users">
          <Things things={users} />
        </optgroup>
        {teams.length > 0 && (
          <optgroup label="Teams">
            <Things things={teams} />
          </optgroup>
        )}
      </Choice>
      <Select
        aria-label="Action"
        className={view.action ? classes.chosen : undefined}
        value={view.action}
        onChange={({ target: { value } }) =>
          choose({ action: AUDIT_ACTIONS.find((action) => action === value) ?? "" })
        }
      >
        <option value="">All actions</option>
        {KINDS.map(({ group, actions }) => (
          <optgroup key={group} label={group}>
            {Object.entries(actions).map(([action, label]) => (
              <option key={action} value={action}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Button onClick={() => onChange(WHOLE_LOG)}>Reset</Button>
    </search>
  );
}

interface Thing {
  id: string;
  name: string;
}

function Things({ things }: { things: readonly Thing[] }) {
  return things.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** Everybody whom these entries name: of the deleted it is all that is left. */
const namesIn = (entries: readonly AuditEntry[]) =>
  entries
    .flatMap(({ actor, subject, details: { team } }) => [actor, subject, ...(team ? [team] : [])])
    .map(({ id, name }) => [id, name] as const);

function Choice({
  label,
  anything,
  value,
  named,
  there,
  onChoose,
  children,
}: {
  label: string;
  anything: string;
  value: string;
  named: ReadonlyMap<string, string>;
  there: readonly Thing[];
  onChoose: (id: string) => void;
  children: ReactNode;
}) {
  return (
    <Select
      aria-label={label}
      className={value ? classes.chosen : undefined}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{anything}</option>
      {children}
      {/* Somebody who is gone, or not yet loaded. */}
      {value && !there.some(({ id }) => id === value) && (
        <option value={value}>{named.get(value) ?? "Someone else"}</option>
      )}
    </Select>
  );
}
