import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import { isUnderWay } from "#features/jobs/jobState.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import {
  type Run,
  type RunItem,
  type RunKind,
  useGetRunFailuresQuery,
  useGetRunQuery,
  useGetRunsQuery,
  useStartRun,
} from "./runsApi.ts";

const NO_RUNS: readonly Run[] = [];
const NO_FAILURES: ReadonlyMap<string, string> = new Map();

/** The id of an item's user or task. */
export const itemIdOf = (item: RunItem): string => ("user" in item ? item.user.id : item.task.id);

/** The bulk action that the bar shows: one that this tab started, or that the user has under way elsewhere. */
export function useShownRun(
  kind: RunKind,
  {
    ids: selected,
    replace,
  }: { ids: ReadonlySet<string>; replace: (ids: Iterable<string>) => void },
) {
  const hasExtensions = useSelector(selectHasExtensions);
  const ownId = useSelector(selectStoredUser)?.id;
  const list = useGetRunsQuery(hasExtensions ? kind : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const [, { data: started, reset }] = useStartRun(kind);
  const [foundId, setFoundId] = useState<Run["id"] | null>(null);
  const [dismissedId, setDismissedId] = useState<Run["id"] | null>(null);
  const runs = list.data ?? NO_RUNS;
  const found = runs.find(
    (run) =>
      isUnderWay(run) &&
      run.created_by.id === ownId &&
      run.id !== dismissedId &&
      // The dialog that has begun a hand-over shows its progress.
      run.action !== "hand_over",
  );
  const shownId = started?.run.id ?? foundId;
  if (shownId === null && found) setFoundId(found.id);

  const { currentData: run } = useGetRunQuery(shownId === null ? skipToken : { kind, id: shownId });
  const hasEnded = run !== undefined && !isUnderWay(run);
  const left = run ? run.counts.refused + run.counts.waiting + run.counts.kept : 0;
  const { currentData: failed } = useGetRunFailuresQuery(
    run && hasEnded && left > 0 ? { kind, id: run.id, state: run.state } : skipToken,
  );

  // When a run or its undo ends, only its failures stay selected, and the items that were selected
  // during it.
  const end = hasEnded && (left === 0 || failed) ? `${run.id} ${run.state}` : null;
  useEffect(() => {
    if (!end) return;
    const attempted = new Set(started?.ids);
    const others = [...selected].filter((id) => !attempted.has(id));
    replace([...others, ...(failed?.map(itemIdOf) ?? [])]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- once for each end
  }, [end]);

  const failures = useMemo(
    () =>
      failed
        ? new Map(failed.flatMap((item) => (item.reason ? [[itemIdOf(item), item.reason]] : [])))
        : NO_FAILURES,
    [failed],
  );

  useDismissLeft(hasEnded, reset);

  return {
    /** False for a server without runs. */
    isOffered: hasExtensions && !list.isError,
    runs,
    /** Runs that are under way, without the shown one. */
    others: runs.filter((one) => isUnderWay(one) && one.id !== shownId),
    /** The toast tells the result of tasks that were all changed, so that no bar stays over them. */
    run: run && !(kind === "task" && hasEnded && left === 0) ? run : null,
    failed: failed ?? null,
    /** Why items were not changed, by their ids. */
    failures,
    dismiss: () => {
      setDismissedId(shownId);
      setFoundId(null);
      reset();
    },
  };
}

/** Dismisses the result when the user leaves the page. */
function useDismissLeft(hasEnded: boolean, dismiss: () => void): void {
  const leave = useEffectEvent(() => {
    if (hasEnded) dismiss();
  });
  useEffect(() => () => leave(), []);
}

export type ShownRun = ReturnType<typeof useShownRun>;
