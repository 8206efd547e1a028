import { adviceOf } from "#api/errors.ts";
import type { HistoryEntry } from "#contract/taskHistory.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { useRerenderEveryMinute } from "#lib/hooks.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Button } from "#ui/button/Button.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import { EntryText } from "./EntryText.tsx";
import classes from "./HistoryList.module.css";
import { useGetHistoryInfiniteQuery } from "./historyApi.ts";

/** The entries of a task's history, newest first. */
export function HistoryList({ taskId }: { taskId: string }) {
  useRerenderEveryMinute();
  const { currentData, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useGetHistoryInfiniteQuery(taskId, { refetchOnMountOrArgChange: true });
  const entries = currentData?.pages.flatMap((page) => page.entries);
  if (!entries && error) {
    return <ErrorState title="Failed to load history" text={adviceOf(error)} onRetry={refetch} />;
  }
  if (!entries) {
    return (
      <>
        <output className="visually-hidden">Loading history…</output>
        <Skeleton className={classes.waiting} />
      </>
    );
  }
  return (
    <>
      {entries.length === 0 && (
        <p className={classes.empty}>Nothing has changed since Taskdeck keeps a history.</p>
      )}
      <ol className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older changes
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { actor, at } = entry;
  return (
    <li className={classes.entry}>
      <Avatar name={actor.name} size="sm" decorative />
      <div className={classes.what}>
        <EntryText
          entry={entry}
          time={
            <time dateTime={at} title={formatInstantFull(at)} className={classes.time}>
              {formatRelative(at)}
            </time>
          }
        />
      </div>
    </li>
  );
}
