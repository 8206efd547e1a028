import { X } from "lucide-react";
import { useDispatch } from "react-redux";
import { Button } from "#ui/Button.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import classes from "./BulkBar.module.css";
import {
  type BulkState,
  bulkRequested,
  bulkResultDismissed,
  bulkRetryRequested,
} from "./bulkSlice.ts";

/** Retry, Undo and Dismiss for a finished bulk action. */
export function BulkResult({ bulk: { active, done, failed } }: { bulk: BulkState }) {
  const dispatch = useDispatch();
  return (
    <div className={classes.result}>
      {failed.length > 0 && (
        <Button size="sm" data-next onClick={() => dispatch(bulkRetryRequested())}>
          Retry {failed.length} failed
        </Button>
      )}
      {done.length > 0 && (
        <Button
          size="sm"
          data-next
          onClick={() => dispatch(bulkRequested({ active: !active, ids: done }))}
        >
          Undo {active ? "activation" : "deactivation"} of {done.length}
        </Button>
      )}
      <IconButton
        label="Dismiss"
        icon={<X />}
        size="sm"
        onClick={() => dispatch(bulkResultDismissed())}
      />
    </div>
  );
}
