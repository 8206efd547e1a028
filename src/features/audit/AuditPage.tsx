import { History } from "lucide-react";
import { useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import type { AuditEntry } from "#contract/shapes/audit.ts";
import { startRunListeners } from "#features/runs/runListeners.ts";
import { paths } from "#lib/address/paths.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { useScreenFilters } from "#lib/filters/useFiltersInAddress.ts";
import { hasFilters } from "#lib/filters/view.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { usePrintedItems } from "#lib/printing.ts";
import { formatBytes } from "#lib/text/formatBytes.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { LinkButton } from "#ui/button/Button.tsx";
import { LogDays, LogTime } from "#ui/lists/LogDays.tsx";
import { LogResults } from "#ui/lists/LogResults.tsx";
import log from "#ui/lists/log.module.css";
import { Pagination } from "#ui/lists/Pagination.tsx";
import { PrintedNote } from "#ui/lists/PrintedNote.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import { AuditFilterBar } from "./AuditFilterBar.tsx";
import classes from "./AuditPage.module.css";
import { AuditSentence } from "./AuditSentence.tsx";
import { auditApi, isLogAbsent, useGetAuditQuery, useGetBackupQuery } from "./auditApi.ts";
import { AUDIT_LOG, toAuditQuery } from "./auditView.ts";
import { RestoreTask } from "./RestoreTask.tsx";
import { RunOpener } from "./RunOpener.tsx";

/** A bulk action that is undone here is followed to its end. */
export const storeParts = { listeners: [startRunListeners] };

const NONE: readonly AuditEntry[] = [];
const UNTRACKED = { subscribe: false } as const;

/** Keeps the height of the line until the count has arrived. */
const BLANK = "\u00a0";

const countLabel = (total: number | undefined): string =>
  total === undefined ? BLANK : countOf(total, "entry", "entries");

/** The audit log, for admins. The URL contains the filters and the page number. */
export default function AuditPage() {
  usePageTitle("Audit Log");
  const [state, send] = useScreenFilters(AUDIT_LOG);
  const { query: view } = state;
  const query = useGetAuditQuery(toAuditQuery(view), ALWAYS_FRESH);
  const results = useRef<HTMLElement>(null);
  /** The clicked button may be removed, and with it the focus. */
  const focusResults = () => results.current?.focus({ preventScroll: true });
  const { data, currentData, isFetching, error } = query;
  const totalPages = currentData?.pagination.totalPages ?? 0;

  // A page beyond the last one redirects to the last one.
  const isBeyond = totalPages > 0 && view.page > totalPages;
  useEffect(() => {
    if (totalPages > 0) send({ type: "pagesCounted", totalPages });
  }, [totalPages, send]);

  // The previous page stays visible while the next one loads.
  const shown = currentData ?? (error ? undefined : data);
  const dispatch = useDispatch<StoreDispatch>();
  const entries = usePrintedItems(shown?.entries ?? NONE, totalPages, async (page) => {
    const call = auditApi.endpoints.getAudit.initiate(toAuditQuery({ ...view, page }), UNTRACKED);
    return (await dispatch(call).unwrap())?.entries ?? NONE;
  });

  if (isLogAbsent(query)) return <NoLog />;
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle={<LiveText text={countLabel(shown?.pagination.total)} initial={BLANK} />}
      />
      <LastBackup />
      <AuditFilterBar view={state} send={send} entries={entries} />
      <LogResults
        ref={results}
        label="Entries"
        loading="the audit log"
        count={shown ? entries.length : undefined}
        isWaiting={isFetching && !currentData}
        failure={error && <LoadFailure query={query} title="Failed to load the audit log" />}
        empty={!isBeyond && <NoEntries />}
        unmatched={{ title: "No entries found", text: "Nothing in the log fits these filters." }}
        onReset={hasFilters(view.filters) ? () => send({ type: "filtersReset" }) : undefined}
      >
        {shown && (
          <>
            {entries.length > 0 && <AuditDays entries={entries} onRestored={focusResults} />}
            <PrintedNote
              printed={entries.length}
              total={shown.pagination.total}
              noun="entry"
              nouns="entries"
            />
            <Pagination
              page={Math.min(view.page, shown.pagination.totalPages)}
              totalPages={shown.pagination.totalPages}
              onTurn={(page) => {
                window.scrollTo(0, 0);
                send({ type: "pageTurned", page });
                focusResults();
              }}
            />
          </>
        )}
      </LogResults>
    </>
  );
}

function NoEntries() {
  return (
    <EmptyState
      icon={<History />}
      title="Nothing has happened yet"
      text="What admins do to accounts and teams will be listed here."
    />
  );
}

/** Shown if the server keeps no log. The contract (§7) doesn't require one, so this is no error. */
function NoLog() {
  return (
    <>
      <PageHeader title="Audit Log" />
      <EmptyState
        icon={<History />}
        title="No audit log here"
        text="This server doesn't keep one. Users and teams can be managed all the same."
        action={<LinkButton to={paths.users}>User Management</LinkButton>}
      />
    </>
  );
}

/** How the last scheduled backup ended; nothing if there was none. */
function LastBackup() {
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

/** The entries, grouped by day. */
function AuditDays({
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
