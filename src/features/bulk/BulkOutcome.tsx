import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useDispatch } from "react-redux";
import classes from "#features/jobs/JobProgress.module.css";
import { Button } from "#ui/Button.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import { type Bulk, type BulkState, retryable } from "./bulk.ts";
import type { BulkWords } from "./bulkWords.ts";

/** Retry, Undo and Dismiss for a finished bulk action, and further controls as `children`. */
export function BulkOutcome<A, C>({
  bulk: { actions },
  run: { done, failed },
  action,
  words,
  children,
}: {
  bulk: Bulk<A, C>;
  run: BulkState<A, C>;
  action: A;
  words: BulkWords<A>;
  children?: ReactNode;
}) {
  const dispatch = useDispatch();
  const retries = retryable(failed).length;
  const items = done.flatMap(({ id, undo }) => (undo === null ? [] : { id, change: undo }));
  const undo = actions.bulkRequested({ action: words.undone(action), items });
  return (
    <div className={classes.result}>
      {retries > 0 && (
        <Button size="sm" data-next onClick={() => dispatch(actions.bulkRetryRequested())}>
          Retry {retries} failed
        </Button>
      )}
      {items.length > 0 && (
        <Button size="sm" data-next onClick={() => dispatch(undo)}>
          {words.undo(action, items.length)}
        </Button>
      )}
      {children}
      <IconButton
        label="Dismiss"
        icon={<X />}
        size="sm"
        onClick={() => dispatch(actions.bulkResultDismissed())}
      />
    </div>
  );
}
