import { CloudUpload, LoaderCircle, RotateCw, Trash2 } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import { retryNewTask } from "#features/changes/actions/newTask.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { discarded } from "#features/changes/queue/wholeSlice.ts";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { Link } from "#ui/button/Link.tsx";
import card from "#ui/page/Card.module.css";
import classes from "./NewCards.module.css";
import { type NewTaskPlace, type PendingTask, selectNewTasks } from "./newTasks.ts";

/** The new cards of a column, newest first, as the board would show them. */
export function PendingCards({ place }: { place: NewTaskPlace }) {
  const shown = useSelector((state: WithChanges) => selectNewTasks(state)).filter(place.holds);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="New tasks" className={classes.cards}>
      {shown.toReversed().map((task) => (
        <li key={task.key}>
          <PendingCard task={task} />
        </li>
      ))}
    </ul>
  );
}

function PendingCard({ task: { key, createdId, title, reason } }: { task: PendingTask }) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const mustWait = useSelector((state: WithChanges) => selectMustWait(state));
  return (
    <article className={cx(card.card, card.opens, classes.card, reason !== null && classes.failed)}>
      <h3 dir="auto" className={card.title}>
        <Link to={paths.task(createdId ?? key)} className={cx(card.cover, card.threeLines)}>
          {title}
        </Link>
      </h3>
      {reason !== null ? (
        <>
          <p className={classes.error}>{reason}</p>
          <div className={classes.actions}>
            <Button
              size="sm"
              icon={<RotateCw />}
              aria-label={`Try again (${title})`}
              onClick={() => dispatch(retryNewTask(key))}
            >
              Try again
            </Button>
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 />}
              aria-label={`Discard (${title})`}
              onClick={() => dispatch(discarded({ id: key }))}
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
