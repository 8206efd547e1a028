import { useEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import { Button } from "#ui/Button.tsx";
import {
  bulkRequested,
  bulkResultDismissed,
  type BulkState,
  bulkStopRequested,
  selectBulk,
} from "./bulkSlice.ts";
import type { Selection } from "./useSelection.ts";
import classes from "./UsersPage.module.css";

/** What can be done with the ticked users, how far it has come, and how it went. */
export function BulkBar({
  users,
  shown,
  selection,
}: {
  users: User[];
  shown: User[];
  selection: Selection;
}) {
  const dispatch = useDispatch();
  const bulk = useSelector(selectBulk);
  const { replace, ids, selectable } = selection;

  // Those that failed, or were not reached, stay ticked; the others are done with.
  const ended = useRef(bulk);
  useEffect(() => {
    if (bulk.phase === "finished" && ended.current.phase !== "finished") {
      const done = new Set(bulk.done);
      replace(bulk.ids.filter((id) => !done.has(id)));
    }
    ended.current = bulk;
  }, [bulk, replace]);

  // A result that nobody looks at any more is not shown to whoever comes back.
  useEffect(
    () => () => {
      dispatch(bulkResultDismissed());
    },
    [dispatch],
  );

  if (bulk.phase === "running" || bulk.phase === "stopping") return <Progress bulk={bulk} />;

  const targets = (active: boolean) =>
    users.filter((user) => ids.has(user.id) && user.is_active !== active).map(({ id }) => id);
  const toActivate = targets(true);
  const toDeactivate = targets(false);
  const shownIds = new Set(shown.map(({ id }) => id));
  const hidden = [...ids].filter((id) => !shownIds.has(id)).length;

  return (
    <div className={classes.bulk}>
      <label className={classes.all}>
        <SelectAll selection={selection} />
        Select all {selectable.length}
      </label>
      {ids.size > 0 && (
        <>
          <span>
            {ids.size} selected{hidden > 0 && ` (${hidden} not shown)`}
          </span>
          <Button
            size="sm"
            disabled={toActivate.length === 0}
            onClick={() => dispatch(bulkRequested({ active: true, ids: toActivate }))}
          >
            Activate {toActivate.length}
          </Button>
          <Button
            size="sm"
            disabled={toDeactivate.length === 0}
            onClick={() => dispatch(bulkRequested({ active: false, ids: toDeactivate }))}
          >
            Deactivate {toDeactivate.length}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => replace([])}>
            Clear selection
          </Button>
        </>
      )}
      {bulk.phase === "finished" && <Result bulk={bulk} />}
    </div>
  );
}

function SelectAll({ selection: { ids, selectable, replace } }: { selection: Selection }) {
  const ref = useRef<HTMLInputElement>(null);
  const ticked = selectable.filter((id) => ids.has(id)).length;
  const all = ticked > 0 && ticked === selectable.length;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = ticked > 0 && !all;
  }, [ticked, all]);
  return (
    <input
      ref={ref}
      type="checkbox"
      checked={all}
      disabled={selectable.length === 0}
      onChange={() => {
        const shown = new Set(selectable);
        const others = [...ids].filter((id) => !shown.has(id));
        replace(all ? others : [...others, ...selectable]);
      }}
    />
  );
}

function Progress({ bulk }: { bulk: BulkState }) {
  const dispatch = useDispatch();
  const reached = bulk.done.length + bulk.failed.length;
  const label = `${bulk.active ? "Activating" : "Deactivating"} ${bulk.ids.length} users`;
  return (
    <div className={classes.bulk}>
      <progress aria-label={label} max={bulk.ids.length} value={reached} />
      <span>
        {label}: {reached} of {bulk.ids.length}
      </span>
      <Button
        size="sm"
        busy={bulk.phase === "stopping"}
        onClick={() => dispatch(bulkStopRequested())}
      >
        Cancel
      </Button>
    </div>
  );
}

function Result({ bulk }: { bulk: BulkState }) {
  const dispatch = useDispatch();
  const { active, done, failed } = bulk;
  return (
    <span className={classes.result}>
      {failed.length > 0 && (
        <Button
          size="sm"
          onClick={() => dispatch(bulkRequested({ active, ids: failed.map(({ id }) => id) }))}
        >
          Retry {failed.length} failed
        </Button>
      )}
      {done.length > 0 && (
        <Button size="sm" onClick={() => dispatch(bulkRequested({ active: !active, ids: done }))}>
          Undo {active ? "activation" : "deactivation"} of {done.length}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => dispatch(bulkResultDismissed())}>
        Dismiss
      </Button>
    </span>
  );
}
