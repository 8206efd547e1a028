import { X } from "lucide-react";
import { Button } from "#ui/Button.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import classes from "./BulkBar.module.css";
import { type BulkItem, type BulkState, retryable } from "./bulk.ts";

/** Retry, Undo and Dismiss for a finished bulk action. */
export function BulkOutcome<A, C>({
  run: { done, failed },
  undoLabel,
  onRetry,
  onUndo,
  onDismiss,
}: {
  run: BulkState<A, C>;
  undoLabel: (count: number) => string;
  onRetry: () => void;
  /** Called with the changes that revert the action. */
  onUndo: (items: BulkItem<C>[]) => void;
  onDismiss: () => void;
}) {
  const retries = retryable(failed).length;
  const undoable = done.flatMap(({ id, undo }) => (undo === null ? [] : { id, change: undo }));
  return (
    <div className={classes.result}>
      {retries > 0 && (
        <Button size="sm" data-next onClick={onRetry}>
          Retry {retries} failed
        </Button>
      )}
      {undoable.length > 0 && (
        <Button size="sm" data-next onClick={() => onUndo(undoable)}>
          {undoLabel(undoable.length)}
        </Button>
      )}
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={onDismiss} />
    </div>
  );
}
