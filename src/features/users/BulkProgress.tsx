import { useDispatch } from "react-redux";
import { countOf } from "#lib/formatCount.ts";
import { Button } from "#ui/Button.tsx";
import classes from "./BulkBar.module.css";
import { type BulkState, bulkStopRequested } from "./bulkSlice.ts";

/** The progress of a bulk action, and a Cancel button. */
export function BulkProgress({ bulk }: { bulk: BulkState }) {
  const dispatch = useDispatch();
  const reached = bulk.done.length + bulk.failed.length;
  const label = `${bulk.active ? "Activating" : "Deactivating"} ${countOf(bulk.ids.length, "user")}`;
  return (
    <>
      <span className={classes.label}>
        {label}
        <span className={classes.count}>
          {reached} of {bulk.ids.length}
        </span>
      </span>
      <progress
        className={classes.progress}
        aria-label={label}
        max={bulk.ids.length}
        value={reached}
      />
      <Button
        size="sm"
        data-next
        busy={bulk.phase === "stopping"}
        onClick={() => dispatch(bulkStopRequested())}
      >
        Cancel
      </Button>
    </>
  );
}
