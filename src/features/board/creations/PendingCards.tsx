import { CloudUpload, LoaderCircle, RotateCw, Trash2 } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import { selectSnapshot, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import { columnOf } from "#features/board/moves/project.ts";
import { createClientId } from "#lib/clientId.ts";
import { cx } from "#lib/cx.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";
import { Button } from "#ui/Button.tsx";
import card from "#ui/Card.module.css";
import { creationDiscarded, creationRetried } from "./creationsSlice.ts";
import type { Creation, WithCreations } from "./creationsState.ts";
import classes from "./NewCards.module.css";

/** The new cards of a column, newest first, as the board would show them. */
export function PendingCards({ status }: { status: TaskStatus }) {
  const all = useSelector(({ creations }: WithCreations) => creations.all);
  const snapshot = useSelector(selectSnapshot);
  const shown = all.filter(
    (one) =>
      one.status === status &&
      !(one.taskId !== null && snapshot && columnOf(snapshot, one.taskId) !== null),
  );
  if (shown.length === 0) return null;
  return (
    <ul aria-label="New tasks" className={classes.cards}>
      {shown.toReversed().map((creation) => (
        <li key={creation.key}>
          <PendingCard creation={creation} />
        </li>
      ))}
    </ul>
  );
}

function PendingCard({ creation: { key, title, phase, reason } }: { creation: Creation }) {
  const dispatch = useDispatch();
  const mustWait = useSelector((state: WithBoard) => selectMustWait(state));
  return (
    <article className={cx(card.card, classes.card, phase === "failed" && classes.failed)}>
      <h3 className={cx(card.title, card.threeLines)}>{title}</h3>
      {phase === "failed" ? (
        <>
          <p className={classes.error}>{reason}</p>
          <div className={classes.actions}>
            <Button
              size="sm"
              icon={<RotateCw />}
              aria-label={`Try again (${title})`}
              onClick={() => dispatch(creationRetried({ key, newKey: createClientId() }))}
            >
              Try again
            </Button>
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 />}
              aria-label={`Discard (${title})`}
              onClick={() => dispatch(creationDiscarded({ key }))}
            >
              Discard
            </Button>
          </div>
        </>
      ) : (
        <p className={classes.note}>
          {mustWait ? <CloudUpload /> : <LoaderCircle className={classes.turning} />}
          {mustWait ? "Waiting to be sent" : "Saving…"}
        </p>
      )}
    </article>
  );
}
