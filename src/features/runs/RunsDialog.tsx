import type { RunState } from "#contract/run.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Badge, type Tone } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import layout from "#ui/lists/row.module.css";
import { RunDetails } from "./RunDetails.tsx";
import classes from "./Runs.module.css";
import { type Run, type RunKind, useGetRunsQuery } from "./runsApi.ts";
import { summaryOfRun, titleOf } from "./runWords.ts";

const STATES: Readonly<Record<RunState, readonly [label: string, tone: Tone]>> = {
  running: ["Running", "blue"],
  done: ["Done", "green"],
  stopped: ["Stopped", "amber"],
  undoing: ["Being undone", "blue"],
  undone: ["Undone", "grey"],
};

/** The last bulk actions, or the result of one of them. */
export function RunsDialog({
  kind,
  id,
  onOpen,
  onClose,
}: {
  kind: RunKind;
  /** The opened run; null for the list. */
  id: string | null;
  onOpen: (id: string | null) => void;
  onClose: () => void;
}) {
  const query = useGetRunsQuery(kind, { refetchOnMountOrArgChange: true });
  const { data: runs } = query;
  if (id !== null)
    return <RunDetails name={{ kind, id }} onBack={() => onOpen(null)} onClose={onClose} />;
  return (
    <Dialog
      title="Recent bulk actions"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <LoadState
        query={query}
        loading="Loading bulk actions"
        failure="Failed to load the bulk actions"
      />
      <ul className={layout.rows}>
        {runs?.map((run) => (
          <RunRow key={run.id} run={run} onOpen={() => onOpen(run.id)} />
        ))}
      </ul>
    </Dialog>
  );
}

function RunRow({ run, onOpen }: { run: Run; onOpen: () => void }) {
  const [label, tone] = STATES[run.state];
  const title = titleOf(run);
  const time = formatRelative(run.created_at);
  return (
    <li className={layout.row}>
      <div className={layout.text}>
        <p className={classes.title}>{title}</p>
        <p className={classes.facts}>
          <bdi>{run.created_by.name}</bdi> ·{" "}
          <time dateTime={run.created_at} title={formatInstantFull(run.created_at)}>
            {time}
          </time>{" "}
          · {summaryOfRun(run)}
          {run.stop_reason && <span>{` · ${run.stop_reason}`}</span>}
        </p>
      </div>
      <Badge tone={tone}>{label}</Badge>
      <Button size="sm" aria-label={`Open ${title}, ${time}`} onClick={onOpen}>
        Open
      </Button>
    </li>
  );
}
