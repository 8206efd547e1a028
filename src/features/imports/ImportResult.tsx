import { Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ImportDetail } from "#contract/shapes/imports.ts";
import { paths } from "#lib/address/paths.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Button, LinkButton } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { ImportNotes } from "./ImportNotes.tsx";
import classes from "./ImportPage.module.css";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportRows } from "./ImportRows.tsx";
import { useUndoImportMutation } from "./importsApi.ts";
import { NewLabels } from "./NewLabels.tsx";
import { OutcomeCounts } from "./OutcomeCounts.tsx";
import { SaveReport } from "./SaveReport.tsx";

/** The result of an import or of its undo. */
export function ImportResult({ import: shown }: { import: ImportDetail }) {
  const [undo, { isLoading }] = useUndoImportMutation();
  const [ask, question] = useConfirm();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, state, counts, undo_until } = shown;
  const created = counts.imported + counts.remarks;

  const askToUndo = () =>
    ask({
      title: "Undo this import?",
      message: `It deletes ${countOf(created, "task")} for good, except those that someone has changed since.`,
      confirmLabel: "Undo import",
      danger: true,
      onConfirm: () => void undo(id),
    });

  // The button that led here was removed.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [state]);

  if (isLoading) return <ImportProgress import={{ ...shown, state: "undoing" }} isRunning />;
  return (
    <>
      <section aria-label="Result" className={classes.section}>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          {state === "undone" ? "The import was undone" : `${countOf(created, "task")} imported`}
        </h2>
        <OutcomeCounts counts={counts} />
        <NewLabels names={shown.labels} />
        <div className={classes.actions}>
          {state === "done" && (
            <LinkButton to={paths.board} variant="primary">
              Open the board
            </LinkButton>
          )}
          <SaveReport id={id} />
          {undo_until && (
            <Button icon={<Undo2 />} onClick={askToUndo}>
              Undo
            </Button>
          )}
        </div>
        {undo_until && (
          <p className={classes.hint}>
            It can be undone until {formatInstantFull(undo_until)}. Tasks that someone has changed
            will be kept.
          </p>
        )}
      </section>
      {shown.notes.length + shown.rows.length > 0 && (
        <section aria-label="Remarks" className={classes.section}>
          <h2 className={classes.heading}>Remarks</h2>
          <ImportNotes notes={shown.notes} />
          {shown.rows.length > 0 && <ImportRows rows={shown.rows} />}
        </section>
      )}
      {question}
    </>
  );
}
