import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useSelector } from "react-redux";
import { callsOf } from "#api/api.ts";
import { adviceOf } from "#api/errors.ts";
import { idTag } from "#api/tags.ts";
import type { Task } from "#contract/shapes/task.ts";
import type { HistoryEntry, TaskHistoryResponse } from "#contract/shapes/taskHistory.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { useRerenderEveryMinute } from "#lib/hooks.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Button } from "#ui/button/Button.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import { EntryText } from "./EntryText.tsx";
import classes from "./History.module.css";
import list from "./HistoryList.module.css";

/** The changes of a task, with their authors and times. They are fetched when the user opens it. */
export function History({ taskId }: { taskId: string }) {
  const hasExtensions = useSelector(selectHasExtensions);
  const [isOpen, setOpen] = useState(false);
  if (!hasExtensions) return null;
  return (
    <section aria-labelledby="history-heading" className={classes.history}>
      <h2 id="history-heading" className={classes.heading}>
        <Button
          variant="ghost"
          icon={<ChevronRight className={isOpen ? classes.opened : undefined} />}
          aria-expanded={isOpen}
          className={classes.toggle}
          onClick={() => setOpen(!isOpen)}
        >
          History
        </Button>
      </h2>
      {isOpen && <HistoryList taskId={taskId} />}
    </section>
  );
}

/** The entries of a task's history, newest first. */
function HistoryList({ taskId }: { taskId: string }) {
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
        <Skeleton className={list.waiting} />
      </>
    );
  }
  return (
    <>
      {entries.length === 0 && (
        <p className={list.empty}>Nothing has changed since Taskdeck keeps a history.</p>
      )}
      <ol className={list.list}>
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
    <li className={list.entry}>
      <Avatar name={actor.name} size="sm" decorative />
      <div className={list.what}>
        <EntryText
          entry={entry}
          time={
            <time dateTime={at} title={formatInstantFull(at)} className={list.time}>
              {formatRelative(at)}
            </time>
          }
        />
      </div>
    </li>
  );
}

const historyApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    /**
     * Beyond §7: pages of a task's history, newest first. The cursor is the last entry of the
     * previous page.
     */
    getHistory: build.infiniteQuery<TaskHistoryResponse, Task["id"], HistoryEntry["id"]>({
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ entries, hasOlder }) => (hasOlder ? entries.at(-1)?.id : undefined),
      },
      query: ({ queryArg: id, pageParam: before }) => ({
        url: `/api/tasks/${encodeURIComponent(id)}/history`,
        params: before ? { before } : {},
      }),
      providesTags: (_pages, _error, id) => [idTag("Task", id), idTag("Comment", id)],
    }),
  }),
});

export const { useGetHistoryInfiniteQuery } = historyApi;
