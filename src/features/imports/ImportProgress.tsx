import { pollWhile } from "#api/pollWhile.ts";
import type { ImportDetail } from "#contract/shapes/imports.ts";
import { JobProgressRow } from "#features/jobs/JobProgress.tsx";
import { Button } from "#ui/button/Button.tsx";
import classes from "./ImportPage.module.css";
import { useGetImportQuery, useRunImportMutation, useUndoImportMutation } from "./importsApi.ts";

const POLL_MS = 500;

/** The progress of an import or its undo. One that was interrupted can continue. */
export function ImportProgress({
  import: { id, state, isBusy, done, total },
  isRunning = false,
}: {
  import: ImportDetail;
  /** Whether this tab runs it. */
  isRunning?: boolean;
}) {
  const [run, { isLoading: isResumed }] = useRunImportMutation();
  const [undo, { isLoading: isUndone }] = useUndoImportMutation();
  const isActive = isRunning || isBusy || isResumed || isUndone;
  useGetImportQuery(id, pollWhile(isActive, POLL_MS));
  const isUndo = state === "undoing";
  const label = isUndo ? "Undoing the import" : "Importing";
  // Until the first response of the run, the counts are those of the check.
  const reached = state === "checked" ? 0 : done;
  return (
    <section aria-label={label} className={classes.section}>
      <h2 className={classes.heading}>{isActive ? `${label}…` : "Interrupted"}</h2>
      <JobProgressRow label={label} reached={reached} total={total} />
      {!isActive && (
        <div className={classes.actions}>
          <Button
            variant="primary"
            onClick={() => void (isUndo ? undo(id) : run({ id, dry: false }))}
          >
            Continue
          </Button>
        </div>
      )}
    </section>
  );
}
