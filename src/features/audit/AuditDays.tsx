import { Suspense, useId } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { formatInstantFull, formatRelative, formatRelativeDay, formatTime } from "#lib/dates.ts";
import { formatDay, localDay, today } from "#lib/day.ts";
import { useRerenderEveryMinute } from "#lib/hooks.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { Avatar } from "#ui/Avatar.tsx";
import classes from "./AuditPage.module.css";
import { AuditSentence } from "./AuditSentence.tsx";
import { RestoreTask } from "./RestoreTask.tsx";

const RunOpener = lazyPart(() => import("./RunOpener.tsx"));

/** Groups entries by calendar day in the user's time zone. */
function byDay(entries: readonly AuditEntry[]): [day: string, entries: AuditEntry[]][] {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = localDay(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

/** "Today", "Yesterday", or the date. */
function dayLabel(day: string): string {
  const relative = formatRelativeDay(day);
  if (relative !== "today" && relative !== "yesterday") return formatDay(day);
  return relative.charAt(0).toUpperCase() + relative.slice(1);
}

interface DaysProps {
  entries: readonly AuditEntry[];
  /** Called after a task was restored. Its button will be removed. */
  onRestored: () => void;
}

/** The entries, grouped by day. */
export function AuditDays({ entries, onRestored }: DaysProps) {
  useRerenderEveryMinute();
  return (
    <div className={classes.log}>
      {byDay(entries).map(([day, ofDay]) => (
        <Day key={day} day={day} entries={ofDay} onRestored={onRestored} />
      ))}
    </div>
  );
}

function Day({ day, entries, onRestored }: DaysProps & { day: string }) {
  const id = useId();
  const format = day === today() ? formatRelative : formatTime;
  return (
    <section aria-labelledby={id} className={classes.day}>
      <h2 id={id} className={classes.date}>
        {dayLabel(day)}
      </h2>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <Avatar name={entry.actor.name} size="sm" decorative />
            <p className={classes.sentence}>
              <AuditSentence entry={entry} />
            </p>
            <div className={classes.side}>
              {entry.restorable && <RestoreTask task={entry.subject} onRestored={onRestored} />}
              <time
                dateTime={entry.at}
                title={formatInstantFull(entry.at)}
                className={classes.time}
              >
                {format(entry.at)}
              </time>
            </div>
            {entry.details.run && (
              <div className={classes.parts}>
                <Suspense fallback={null}>
                  <RunOpener entry={entry} />
                </Suspense>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
