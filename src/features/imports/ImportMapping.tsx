import { useRef } from "react";
import type { ImportDetail } from "#contract/shapes/imports.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { ImportNotes } from "./ImportNotes.tsx";
import classes from "./ImportPage.module.css";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportRows } from "./ImportRows.tsx";
import { useRunImportMutation } from "./importsApi.ts";
import { ColumnFields, DateField, ListFields, PersonFields } from "./mappingFields.tsx";
import { NewLabels } from "./NewLabels.tsx";
import { OutcomeCounts } from "./OutcomeCounts.tsx";
import { SaveReport } from "./SaveReport.tsx";
import { useMapping } from "./useMapping.ts";

/** Maps the columns, lists and people of a file, checks the result, and imports it. */
export function ImportMapping({ import: shown }: { import: ImportDetail }) {
  const mapping = useMapping(shown);
  const [run, { isLoading, originalArgs }] = useRunImportMutation();
  const report = useRef<HTMLElement>(null);
  const isChecked = shown.state === "checked" && !mapping.isChanged;
  const created = shown.counts.imported + shown.counts.remarks;

  async function start(dry: boolean) {
    const { error } = await run({ id: shown.id, dry, ...mapping.request });
    if (error) return;
    if (dry) mapping.checked();
    report.current?.focus();
  }

  if (isLoading && originalArgs?.dry === false) return <ImportProgress import={shown} isRunning />;
  return (
    <>
      <ImportNotes notes={shown.notes} />
      <ColumnFields columns={shown.columns} mapping={mapping} />
      {shown.dates && <DateField mapping={mapping} />}
      <ListFields lists={shown.lists} mapping={mapping} />
      <PersonFields people={shown.people} mapping={mapping} />
      <section
        ref={report}
        tabIndex={-1}
        aria-label={isChecked ? "Report" : "Preview"}
        className={classes.section}
      >
        <h2 className={classes.heading}>
          {isChecked ? "What the import would do" : "The first tasks"}
        </h2>
        {isChecked ? <OutcomeCounts counts={shown.counts} future /> : null}
        {isChecked ? <NewLabels names={shown.labels} future /> : null}
        {mapping.isChanged && <p className={classes.hint}>Check again to see your changes.</p>}
        <ImportRows rows={shown.rows} />
      </section>
      <div className={classes.actions}>
        <Button
          variant={isChecked ? "secondary" : "primary"}
          busy={isLoading}
          onClick={() => void start(true)}
        >
          {isChecked ? "Check again" : "Check"}
        </Button>
        {isChecked && <SaveReport id={shown.id} />}
        {isChecked && created > 0 && (
          <Button variant="primary" onClick={() => void start(false)}>
            Import {countOf(created, "task")}
          </Button>
        )}
      </div>
    </>
  );
}
