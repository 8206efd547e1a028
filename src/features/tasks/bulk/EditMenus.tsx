import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { TASK_PRIORITIES, TASK_STATUSES, type TaskInput } from "#contract/task.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useAssignees } from "#features/users/useAssignees.ts";
import { formatDay, today } from "#lib/day.ts";
import { dueDays } from "#lib/dueDays.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { Button } from "#ui/Button.tsx";
import { Menu } from "#ui/Menu.tsx";
import type { MenuItem } from "#ui/MenuItems.tsx";
import { DeleteTasksDialog } from "./DeleteTasksDialog.tsx";
import { DueDialog } from "./DueDialog.tsx";
import classes from "./TaskBulkBar.module.css";
import { taskBulk } from "./taskBulk.ts";

/** What changes: the values, and words for the user. */
type Edit = (patch: Partial<TaskInput>, field: string, to: string | null) => void;

function useEdit(ids: readonly string[]): Edit {
  const dispatch = useDispatch();
  return (patch, field, to) => {
    const items = ids.map((id) => ({ id, change: { patch } }));
    const action = { kind: "edit", field, to } as const;
    dispatch(taskBulk.actions.bulkRequested({ action, items }));
  };
}

/** The actions on the selected tasks. Each menu changes all of them at once. */
export function EditMenus({ ids }: { ids: readonly string[] }) {
  const edit = useEdit(ids);
  const isAdmin = useSelector(selectIsAdmin);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        label="Status"
        text
        items={TASK_STATUSES.map((status) => ({
          label: status,
          onSelect: () => edit({ status }, "status", status),
        }))}
      />
      <AssigneeMenu edit={edit} />
      <Menu
        label="Priority"
        text
        items={TASK_PRIORITIES.map((priority) => ({
          label: priority,
          onSelect: () => edit({ priority }, "priority", priority),
        }))}
      />
      <DueMenu edit={edit} />
      {isAdmin && <TeamMenu edit={edit} />}
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 />}
        className={classes.delete}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
      {isDeleting && <DeleteTasksDialog ids={ids} onClose={() => setDeleting(false)} />}
    </>
  );
}

function AssigneeMenu({ edit }: { edit: Edit }) {
  const item = (label: string, id: string | null, name: string | null): MenuItem => ({
    label,
    onSelect: () => edit({ assignee_id: id }, "assignee", name),
  });
  const [me, ...others] = useAssignees().map(({ id, name, label }) => item(label, id, name));
  return (
    <Menu
      label="Assignee"
      text
      items={[...(me ? [me] : []), item("Unassigned", null, null), ...others]}
    />
  );
}

function DueMenu({ edit }: { edit: Edit }): ReactNode {
  const [isPicking, setPicking] = useState(false);
  const choose = (due_date: string | null) =>
    edit({ due_date }, "due date", due_date && formatDay(due_date));
  return (
    <>
      <Menu
        label="Due date"
        text
        items={[
          ...dueDays(today()).map(({ label, day }) => ({
            label: `${label} (${formatDay(day)})`,
            onSelect: () => choose(day),
          })),
          { label: "Another day…", onSelect: () => setPicking(true) },
          { label: "No due date", onSelect: () => choose(null) },
        ]}
      />
      {isPicking && <DueDialog onChoose={choose} onClose={() => setPicking(false)} />}
    </>
  );
}

function TeamMenu({ edit }: { edit: Edit }) {
  const names = useTeamNames() ?? {};
  const item = (label: string, team_id: string | null): MenuItem => ({
    label,
    onSelect: () => edit({ team_id }, "team", team_id && label),
  });
  const teams = Object.entries(names);
  if (teams.length === 0) return null;
  return (
    <Menu
      label="Team"
      text
      items={[item("No team", null), ...teams.map(([id, name]) => item(name, id))]}
    />
  );
}
