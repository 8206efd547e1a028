import { History, SearchX } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/formatCount.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";
import { Pagination } from "#ui/Pagination.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { AuditDays } from "./AuditDays.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import classes from "./AuditPage.module.css";
import {
  type AuditView,
  isNarrowed,
  readAuditAddress,
  toAuditQuery,
  WHOLE_LOG,
  writeAuditAddress,
} from "./auditAddress.ts";
import { isLogAbsent, useGetAuditQuery } from "./auditApi.ts";

const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

const countLabel = (total: number) => (total === 1 ? "1 entry" : `${formatCount(total)} entries`);

/** Who did what to whom, and when: for admins. Filters and page are in the address. */
export default function AuditPage() {
  usePageTitle("Audit Log");
  const view = readAuditAddress(useLocation().search);
  const navigate = useNavigate();
  const answer = useGetAuditQuery(toAuditQuery(view), FRESH);
  const results = useRef<HTMLElement>(null);
  const { data, currentData, isFetching, error } = answer;
  const totalPages = currentData?.pagination.totalPages ?? 0;

  // The focus must not go down with the button that was pressed.
  function show(next: AuditView) {
    void navigate({ search: writeAuditAddress(next) });
    results.current?.focus({ preventScroll: true });
  }

  // Beyond the last page there is nothing to see: the last one is shown.
  const beyond = totalPages > 0 && view.page > totalPages;
  const lastAddress = beyond ? writeAuditAddress({ ...view, page: totalPages }) : undefined;
  useEffect(() => {
    if (lastAddress !== undefined) void navigate({ search: lastAddress }, { replace: true });
  }, [lastAddress, navigate]);

  if (isLogAbsent(answer)) return <NoLog />;
  const waiting = isFetching && !currentData;
  // While another page is awaited, the one before stands.
  const shown = currentData ?? (error ? undefined : data);
  const empty = shown?.entries.length === 0 && !beyond;
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle={<output>{shown ? countLabel(shown.pagination.total) : "\u00a0"}</output>}
      />
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
        className={cx(classes.results, waiting && shown && classes.waiting)}
      >
        {!shown && !error && <Loading />}
        {!shown && error && (
          <ErrorState
            title="Failed to load the audit log"
            text="Check your connection, then try again."
            action={
              <Button busy={isFetching} onClick={() => void answer.refetch()}>
                Try again
              </Button>
            }
          />
        )}
        {shown && (
          <>
            {empty && <Nothing narrowed={isNarrowed(view)} onReset={() => show(WHOLE_LOG)} />}
            {shown.entries.length > 0 && (
              <AuditDays
                entries={shown.entries}
                onRestored={() => results.current?.focus({ preventScroll: true })}
              />
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

function Nothing({ narrowed, onReset }: { narrowed: boolean; onReset: () => void }) {
  if (!narrowed) {
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

/** What a server of the contract alone is shown with: nothing has failed. */
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

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7];

function Loading() {
  return (
    <>
      <output className="visually-hidden">Loading the audit log…</output>
      <div className={classes.log} aria-hidden="true">
        {PLACES.map((place) => (
          <div key={place} className={classes.entry}>
            <Skeleton className={classes.disc} />
            <Skeleton className={classes.line} />
          </div>
        ))}
      </div>
    </>
  );
}
