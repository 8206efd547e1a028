import { skipToken } from "@reduxjs/toolkit/query/react";
import { Activity } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useSelector } from "react-redux";
import { useLocation, useNavigate } from "react-router-dom";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { type CallError, isNotOffered } from "#api/errors.ts";
import { addDays } from "#contract/calendar.ts";
import type { ActivityEntry, ActivityResponse, UnreadActivity } from "#contract/shapes/activity.ts";
import { paths } from "#lib/address/paths.ts";
import { formatRelativeDay, formatWeekday } from "#lib/dates/dates.ts";
import { formatDay, formatTime, localDay, today } from "#lib/dates/day.ts";
import { useScreenFilters } from "#lib/filters/useFiltersInAddress.ts";
import { hasFilters } from "#lib/filters/view.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { LinkButton } from "#ui/button/Button.tsx";
import { LogResults } from "#ui/lists/LogResults.tsx";
import { OlderItems } from "#ui/lists/OlderItems.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import classes from "./Activity.module.css";
import { ActivityEntries, LINE } from "./ActivityEntries.tsx";
import { ActivityFilterBar } from "./ActivityFilterBar.tsx";
import {
  type ActivityPagesQuery,
  useGetActivityInfiniteQuery,
  useGetUnreadActivityQuery,
  useMarkActivitySeenMutation,
} from "./activityApi.ts";
import { ACTIVITY, toActivityQuery } from "./activityView.ts";

/** Keeps the height of the line until the count has arrived. */
const BLANK = "\u00a0";
/** On the first visit nothing is new. */
const NO_VISIT: UnreadActivity = { lines: 0, more: false, since: null };
const WEEK_DAYS = 7;

/** "Since Friday": when the newest change was made that the user had seen. */
function sinceWord(at: string): string {
  const day = localDay(new Date(at));
  const relative = formatRelativeDay(day);
  if (relative === "today") return formatTime(at);
  if (relative === "yesterday") return relative;
  return addDays(day, WEEK_DAYS) > today() ? formatWeekday(day) : formatDay(day);
}

/** How many lines are new, and since when. */
function newLabel({ lines, more, since }: UnreadActivity): string {
  if (since === null) return "What everybody changes in the tasks";
  const when = `new since ${sinceWord(since)}`;
  if (lines === 0) return `Nothing ${when}`;
  return `${more ? "More than " : ""}${formatCount(lines)} ${when}`;
}

/** What changed in the tasks, and what of it is new to the user. The URL contains the filters. */
export default function ActivityPage() {
  usePageTitle("What changed");
  const [view, send] = useScreenFilters(ACTIVITY);
  const { filters } = view.query;
  const ownId = useSelector(selectStoredUser)?.id;
  const isOffline = useSelector(selectIsOffline);
  const query = useGetActivityInfiniteQuery(toActivityQuery(filters), ALWAYS_FRESH);
  const { data, currentData } = query;
  // Without a connection the last response is more useful than the error.
  const error = isOffline && currentData ? undefined : query.error;
  const seen = useVisit(currentData?.pages[0], hasFilters(filters));
  const unread = useGetUnreadActivityQuery(
    seen ? { ...toActivityQuery(filters), after: seen } : skipToken,
    ALWAYS_FRESH,
  ).currentData;
  const news = seen === 0 ? NO_VISIT : unread;
  const shown = currentData ?? (error ? undefined : data);
  const entries = shown?.pages.flatMap((page) => page?.entries ?? []);

  // The user's own changes are no news to them, nor is anything on the first visit.
  const isNew = ({ number, actor }: ActivityEntry) =>
    seen !== undefined && seen > 0 && number > seen && actor.id !== ownId;

  if (error ? isNotOffered(error) : currentData?.pages[0] === null) return <NoActivity />;
  return (
    <>
      <PageHeader
        title="What changed"
        subtitle={<LiveText text={entries && news ? newLabel(news) : BLANK} initial={BLANK} />}
      />
      <ActivityFilterBar view={view} send={send} entries={entries ?? []} />
      <Results
        query={query}
        error={error}
        entries={entries}
        isNew={isNew}
        onReset={hasFilters(filters) ? () => send({ type: "filtersReset" }) : undefined}
      />
    </>
  );
}

function Results({
  query,
  error,
  entries,
  isNew,
  onReset,
}: {
  query: ActivityPagesQuery;
  error: CallError;
  /** Undefined without a response. */
  entries: readonly ActivityEntry[] | undefined;
  isNew: (entry: ActivityEntry) => boolean;
  onReset: (() => void) | undefined;
}) {
  const results = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { currentData, isFetching, hasNextPage } = query;
  return (
    <LogResults
      ref={results}
      label="Changes"
      loading="the changes"
      count={entries?.length}
      isWaiting={isFetching && !currentData}
      failure={error && <LoadFailure query={query} title="Failed to load the changes" />}
      empty={!hasNextPage && <NoEntries />}
      unmatched={{ title: "No changes found", text: "No change fits these filters." }}
      onReset={onReset}
    >
      {entries && entries.length > 0 && (
        <ActivityEntries list={list} entries={entries} isNew={isNew} />
      )}
      <OlderItems
        query={query}
        noun="changes"
        countOf={(page) => page?.entries.length ?? 0}
        itemAt={(index) => list.current?.querySelectorAll(LINE)[index]}
        className={classes.more}
      />
    </LogResults>
  );
}

function NoEntries() {
  return (
    <EmptyState
      icon={<Activity />}
      title="Nothing has changed yet"
      text="Changes of tasks and new comments will be listed here."
      action={<LinkButton to={paths.tasks}>Go to the tasks</LinkButton>}
    />
  );
}

/** Shown if the server keeps no record. The contract (§7) doesn't require one, so this is no error. */
function NoActivity() {
  return (
    <>
      <PageHeader title="What changed" />
      <EmptyState
        icon={<Activity />}
        title="No record of changes here"
        text="This server doesn't keep one. The tasks show their present state."
        action={<LinkButton to={paths.tasks}>Go to the tasks</LinkButton>}
      />
    </>
  );
}

/** What an address of the activity keeps in the browser's history. */
interface VisitState {
  /** The newest change that the user had seen before this visit. */
  seen: number;
}

/** The state of a visit, for the addresses that belong to it. */
function visitOf(state: unknown): VisitState | null {
  const { seen } = (state ?? {}) as Partial<VisitState>;
  return typeof seen === "number" ? { seen } : null;
}

/**
 * How far the user had read before this visit; undefined until the first response. It stays the same
 * while the user filters, and when they come back from a task, because the address keeps it. What the view of
 * everything shows is marked as seen; a filtered view hides changes that the user hasn't seen.
 */
function useVisit(
  newest: ActivityResponse | null | undefined,
  isFiltered: boolean,
): number | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  const [markSeen] = useMarkActivitySeenMutation();
  const visit = visitOf(location.state);
  const until = newest?.entries[0]?.number ?? 0;

  const begin = useEffectEvent(({ seen }: ActivityResponse) => {
    if (visit) return;
    const { pathname, search, hash } = location;
    void navigate({ pathname, search, hash }, { replace: true, state: { seen } });
  });
  useEffect(() => {
    if (newest) begin(newest);
  }, [newest]);

  const isNew = !isFiltered && newest != null && until > newest.seen;
  useEffect(() => {
    if (isNew) void markSeen({ until });
  }, [isNew, until, markSeen]);

  return visit?.seen ?? newest?.seen;
}
