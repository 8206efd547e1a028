import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { TaskInput } from "#contract/task.ts";
import { DayPopover } from "#features/board/actions/DayPopover.tsx";
import { FIELD_LABELS, type PickedField } from "#features/board/actions/pickedFields.ts";
import { type OnChoose, useChoices } from "#features/board/actions/useChoices.tsx";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { formatDay } from "#lib/day.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";
import { Button } from "#ui/Button.tsx";
import { Menu } from "#ui/Menu.tsx";
import type { MenuItem } from "#ui/MenuItems.tsx";
import { DeleteTasksDialog } from "./DeleteTasksDialog.tsx";
import classes from "./TaskBulkBar.module.css";
import { taskBulk } from "./taskBulk.ts";

const FIELDS: readonly PickedField[] = ["status", "assignee_id", "priority", "due_date"];

/** Changes the values. `field` and `to` are words for the user. */
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
      {FIELDS.map((field) => (
        <FieldMenu key={field} field={field} edit={edit} />
      ))}
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

/** The same choices as on the board. */
function FieldMenu({ field, edit }: { field: PickedField; edit: Edit }) {
  const [isPickingDay, setPickingDay] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const label = FIELD_LABELS[field];
  const choose: OnChoose = (change, word) => edit(change, label.toLowerCase(), word);
  const items = useChoices(field, [], choose, () => setPickingDay(true));
  return (
    <span ref={anchor} className={classes.menu}>
      <Menu label={label} text items={items} />
      {isPickingDay && (
        <DayPopover
          label={label}
          day=""
          anchor={anchor}
          onPick={(day) => choose({ due_date: day }, formatDay(day))}
          onClose={(refocus) => {
            setPickingDay(false);
            if (refocus) anchor.current?.querySelector("button")?.focus();
          }}
        />
      )}
    </span>
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
