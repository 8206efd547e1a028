import { History, SearchX } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { adviceOf } from "#api/errors.ts";
import { cx } from "#lib/cx.ts";
import { countOf } from "#lib/formatCount.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { LiveText } from "#ui/LiveText.tsx";
import { LogSkeleton } from "#ui/LogSkeleton.tsx";
import log from "#ui/log.module.css";
import { PageHeader } from "#ui/PageHeader.tsx";
import { Pagination } from "#ui/Pagination.tsx";
import { AuditDays } from "./AuditDays.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import {
  type AuditView,
  hasAuditFilters,
  readAuditAddress,
  toAuditQuery,
  WHOLE_LOG,
  writeAuditAddress,
} from "./auditAddress.ts";
import { isLogAbsent, useGetAuditQuery } from "./auditApi.ts";
import { LastBackup } from "./LastBackup.tsx";

/** The audit log, for admins. The URL contains the filters and the page number. */
/** Keeps the height of the line until the count has arrived. */
const BLANK = "\u00a0";

const countLabel = (total: number | undefined): string =>
  total === undefined ? BLANK : countOf(total, "entry", "entries");

export default function AuditPage() {
  usePageTitle("Audit Log");
  const view = readAuditAddress(useLocation().search);
  const navigate = useNavigate();
  const query = useGetAuditQuery(toAuditQuery(view), ALWAYS_FRESH);
  const results = useRef<HTMLElement>(null);
  const { data, currentData, isFetching, error } = query;
  const totalPages = currentData?.pagination.totalPages ?? 0;

  /** The clicked button may be removed, and with it the focus. */
  const focusResults = () => results.current?.focus({ preventScroll: true });

  function show(next: AuditView) {
    void navigate({ search: writeAuditAddress(next) });
    focusResults();
  }

  // A page beyond the last one redirects to the last one.
  const isBeyond = totalPages > 0 && view.page > totalPages;
  const lastAddress = isBeyond ? writeAuditAddress({ ...view, page: totalPages }) : undefined;
  useEffect(() => {
    if (lastAddress !== undefined) void navigate({ search: lastAddress }, { replace: true });
  }, [lastAddress, navigate]);

  if (isLogAbsent(query)) return <NoLog />;
  const waiting = isFetching && !currentData;
  // The previous page stays visible while the next one loads.
  const shown = currentData ?? (error ? undefined : data);
  const isEmpty = shown?.entries.length === 0 && !isBeyond;
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle={<LiveText text={countLabel(shown?.pagination.total)} initial={BLANK} />}
      />
      <LastBackup />
      <AuditFilters
        view={view}
        entries={shown?.entries ?? []}
        onChange={(next) => void navigate({ search: writeAuditAddress(next) })}
      />
      <section
        ref={results}
        tabIndex={-1}
        aria-label="Entries"
        aria-busy={waiting}
        className={cx(log.results, waiting && shown && log.waiting)}
      >
        {!shown && !error && <LogSkeleton label="Loading the audit log…" />}
        {!shown && error && (
          <ErrorState
            title="Failed to load the audit log"
            text={adviceOf(error)}
            isRetrying={isFetching}
            onRetry={query.refetch}
          />
        )}
        {shown && (
          <>
            {isEmpty && (
              <NoEntries isFiltered={hasAuditFilters(view)} onReset={() => show(WHOLE_LOG)} />
            )}
            {shown.entries.length > 0 && (
              <AuditDays entries={shown.entries} onRestored={focusResults} />
            )}
            <Pagination
              page={Math.min(view.page, shown.pagination.totalPages)}
              totalPages={shown.pagination.totalPages}
              onTurn={(page) => {
                window.scrollTo(0, 0);
                show({ ...view, page });
              }}
            />
          </>
        )}
      </section>
    </>
  );
}

function NoEntries({
  isFiltered: hasAuditFilters,
  onReset,
}: {
  isFiltered: boolean;
  onReset: () => void;
}) {
  if (!hasAuditFilters) {
    return (
      <EmptyState
        icon={<History />}
        title="Nothing has happened yet"
        text="What admins do to accounts and teams will be listed here."
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title="No entries found"
      text="Nothing in the log fits these filters."
      action={<Button onClick={onReset}>Reset filters</Button>}
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
