import { useEffect, useRef } from "react";
import { isUnderWay } from "#features/jobs/jobState.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { RunItems, UndoRun } from "./RunItems.tsx";
import { RunProgress } from "./RunProgress.tsx";
import classes from "./Runs.module.css";
import { FAILED_RESULTS, type Run, type RunName, useGetRunQuery } from "./runsApi.ts";
import { summaryOfRun, titleOf, wordsOf } from "./runWords.ts";

/** The result of a bulk action: its counts, its items, and the undo. */
export function RunDetails({
  name,
  onBack,
  onClose,
}: {
  name: RunName;
  onBack: () => void;
  onClose: () => void;
}) {
  const query = useGetRunQuery(name, { refetchOnMountOrArgChange: true });
  const { data: run } = query;
  const back = useRef<HTMLButtonElement>(null);
  const state = run?.state;
  useEffect(() => {
    // The button that stops or undoes the run has gone, and with it the focus.
    if (state && document.activeElement === document.body) back.current?.focus();
  }, [state]);
  if (!run) {
    return (
      <Dialog title="Bulk action" onClose={onClose}>
        <LoadState
          query={query}
          loading="Loading the bulk action"
          failure="Failed to load the bulk action"
        />
      </Dialog>
    );
  }
  const until = run.undo_until;
  return (
    <Dialog
      title={titleOf(run)}
      onClose={onClose}
      footer={
        <>
          <Button ref={back} onClick={onBack}>
            All bulk actions
          </Button>
          <UndoRun run={run} />
        </>
      }
    >
      {isUnderWay(run) && (
        <div className={classes.progress}>
          <RunProgress run={run} />
        </div>
      )}
      {/* Always rendered, because screen readers announce changes only in an existing region. */}
      <output className={classes.title}>{isUnderWay(run) ? "" : summaryOfRun(run)}</output>
      <ul className={classes.summary}>
        <Facts run={run} />
        <li>
          <bdi>{run.created_by.name}</bdi>, {formatInstantFull(run.created_at)}
        </li>
        {until && <li>Can be undone until {formatInstantFull(until)}</li>}
      </ul>
      {!isUnderWay(run) && (
        <RunItems
          run={name}
          initialResult={FAILED_RESULTS.find((result) => run.counts[result] > 0)}
        />
      )}
    </Dialog>
  );
}

/** Why the run was stopped, how many items needed no change or were left out, and who got the open tasks. */
function Facts({ run }: { run: Run }) {
  const { counts, stop_reason } = run;
  const { items } = wordsOf(run);
  const facts = [
    stop_reason,
    counts.unchanged > 0 && `${countOf(counts.unchanged, items)} needed no change`,
    counts.left_out > 0 && `${countOf(counts.left_out, "user")} left out: the admin's own account`,
    run.kind === "user" && run.hand_over_to && `Open tasks handed over to ${run.hand_over_to.name}`,
  ];
  return facts.filter(Boolean).map((fact) => <li key={String(fact)}>{fact}</li>);
}
