import { useDispatch } from "react-redux";
import { Button } from "#ui/Button.tsx";
import classes from "./BulkBar.module.css";
import { type BulkState, bulkStopRequested } from "./bulkSlice.ts";

/** How far a bulk action has come, and the way to end it early. */
export function BulkProgress({ bulk }: { bulk: BulkState }) {
  const dispatch = useDispatch();
  const reached = bulk.done.length + bulk.failed.length;
  const users = bulk.ids.length === 1 ? "1 user" : `${bulk.ids.length} users`;
  const label = `${bulk.active ? "Activating" : "Deactivating"} ${users}`;
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
