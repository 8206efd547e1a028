import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { formatBytes } from "#lib/text/formatBytes.ts";
import classes from "./AuditPage.module.css";
import { useGetBackupQuery } from "./auditApi.ts";

/** How the last scheduled backup ended; nothing if there was none. */
export function LastBackup() {
  const { data: backup } = useGetBackupQuery(undefined, ALWAYS_FRESH);
  if (!backup) return null;
  const { ended_at, file, bytes, error, succeeded_at } = backup;
  if (error === null) {
    return (
      <p className={classes.backup}>
        Last backup: {formatInstantFull(ended_at)}, checked, {formatBytes(bytes)} ({file}).
      </p>
    );
  }
  return (
    <p className={classes.backup} data-failed="">
      The backup of {formatInstantFull(ended_at)} failed: {error}.{" "}
      {succeeded_at === null
        ? "No backup has succeeded yet."
        : `The last one that succeeded is of ${formatInstantFull(succeeded_at)}.`}
    </p>
  );
}
