import type { AuditEntry } from "#contract/audit.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { LogDays, LogTime } from "#ui/lists/LogDays.tsx";
import log from "#ui/lists/log.module.css";
import classes from "./AuditPage.module.css";
import { AuditSentence } from "./AuditSentence.tsx";
import { RestoreTask } from "./RestoreTask.tsx";
import { RunOpener } from "./RunOpener.tsx";

/** The entries, grouped by day. */
export function AuditDays({
  entries,
  onRestored,
}: {
  entries: readonly AuditEntry[];
  /** Called after a task was restored. Its button will be removed. */
  onRestored: () => void;
}) {
  return (
    <LogDays entries={entries}>
      {(entry) => (
        <li key={entry.id} className={log.entry}>
          <Avatar name={entry.actor.name} size="sm" decorative />
          <p className={log.sentence}>
            <AuditSentence entry={entry} />
          </p>
          <div className={log.side}>
            {entry.restorable && <RestoreTask task={entry.subject} onRestored={onRestored} />}
            <LogTime at={entry.at} />
          </div>
          {entry.bulk && (
            <div className={classes.parts}>
              <RunOpener
                bulk={entry.bulk}
                isDeletion={[entry.details.run, entry.details.tasks].includes("delete")}
              />
            </div>
          )}
        </li>
      )}
    </LogDays>
  );
}
