import { Merge, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { DeletedLabel, Label } from "#contract/shapes/label.ts";
import { LabelChip } from "#features/labels/LabelChips.tsx";
import { labelOption } from "#features/labels/labelOption.tsx";
import { taskListPath } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { Link } from "#ui/button/Link.tsx";
import layout from "#ui/lists/row.module.css";
import { LazyPicker } from "#ui/picker/LazyPicker.tsx";
import { usePickerButton } from "#ui/picker/usePickerButton.ts";
import classes from "./Labels.module.css";
import { useRestoreLabelMutation } from "./labelsAdminApi.ts";

/** A label with the number of its tasks. */
export function LabelRow({
  label,
  labels,
  onEdit,
  onMerge,
  onDelete,
}: {
  label: Label;
  /** All labels, into which it can be merged. */
  labels: readonly Label[];
  onEdit: () => void;
  onMerge: (into: Label) => void;
  onDelete: () => void;
}) {
  const { id, name, tasks = 0 } = label;
  const { isOpen, buttonProps, pickerProps } = usePickerButton();
  return (
    <li data-row={id} className={cx(layout.row, classes.row)}>
      <div className={classes.text}>
        <LabelChip label={label} className={classes.chip} />
      </div>
      <Link to={taskListPath({ label: id })} className={classes.count}>
        {countOf(tasks, "task")}
      </Link>
      <div className={classes.actions}>
        <IconButton size="sm" label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
        <IconButton
          {...buttonProps}
          size="sm"
          label={`Merge ${name} into another label`}
          icon={<Merge />}
          disabled={labels.length < 2}
        />
        <IconButton size="sm" label={`Delete ${name}`} icon={<Trash2 />} onClick={onDelete} />
      </div>
      {isOpen && (
        <LazyPicker
          {...pickerProps}
          label={`Merge ${name} into`}
          options={labels
            .filter((one) => one.id !== id)
            .map((one) => labelOption(one, false, () => onMerge(one)))}
        />
      )}
    </li>
  );
}

/** A label that can be restored. */
export function DeletedLabelRow({ label }: { label: DeletedLabel }) {
  const { id, name, into, deleted_at } = label;
  const [restore, { isLoading }] = useRestoreLabelMutation();
  return (
    <li data-row={id} className={cx(layout.row, classes.row)}>
      <div className={classes.text}>
        <LabelChip label={label} className={classes.chip} />
        <p className={classes.note}>
          {into === undefined ? (
            "Deleted "
          ) : (
            <>
              Merged into <bdi>{into}</bdi>{" "}
            </>
          )}
          <time dateTime={deleted_at}>{formatInstantFull(deleted_at)}</time>
        </p>
      </div>
      <Button
        size="sm"
        icon={<RotateCcw />}
        busy={isLoading}
        aria-label={`Restore ${name}`}
        onClick={() => void restore(label)}
      >
        Restore
      </Button>
    </li>
  );
}
