import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import type { UserRun } from "#contract/userRun.ts";
import type { Selection } from "#features/bulk/useSelection.ts";
import { isUnderWay } from "#features/jobs/jobState.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import {
  useGetUserRunFailuresQuery,
  useGetUserRunQuery,
  useGetUserRunsQuery,
} from "./userRunsApi.ts";

const NO_RUNS: readonly UserRun[] = [];
const NO_IDS: readonly string[] = [];
const NO_FAILURES: ReadonlyMap<string, string> = new Map();

/** The run whose progress and result the bar shows, and the users with whom this tab started it. */
interface Shown {
  id: UserRun["id"];
  ids: readonly string[];
}

/** The run that the bar shows: one that this tab started, or that the admin has under way elsewhere. */
export function useShownRun({ ids: selected, replace }: Selection) {
  const hasExtensions = useSelector(selectHasExtensions);
  const ownId = useSelector(selectStoredUser)?.id;
  const list = useGetUserRunsQuery(hasExtensions ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const [shown, setShown] = useState<Shown | null>(null);
  const runs = list.data ?? NO_RUNS;
  const [dismissedId, setDismissedId] = useState<UserRun["id"] | null>(null);
  const found = runs.find(
    (run) => isUnderWay(run) && run.created_by.id === ownId && run.id !== dismissedId,
  );
  if (!shown && found) setShown({ id: found.id, ids: NO_IDS });

  const { currentData: run } = useGetUserRunQuery(shown?.id ?? skipToken);
  const hasEnded = run !== undefined && !isUnderWay(run);
  const left = run ? run.counts.refused + run.counts.waiting + run.counts.kept : 0;
  const { currentData: failed } = useGetUserRunFailuresQuery(
    run && hasEnded && left > 0 ? { id: run.id, state: run.state } : skipToken,
  );

  // When a run or its undo ends, only its failures stay selected, and the users who were selected
  // during it.
  const end = hasEnded && (left === 0 || failed) ? `${run.id} ${run.state}` : null;
  useEffect(() => {
    if (!end) return;
    const attempted = new Set(shown?.ids);
    const others = [...selected].filter((id) => !attempted.has(id));
    replace([...others, ...(failed?.map(({ user }) => user.id) ?? [])]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- once for each end
  }, [end]);

  const failures = useMemo(
    () =>
      failed
        ? new Map(failed.flatMap(({ user, reason }) => (reason ? [[user.id, reason]] : [])))
        : NO_FAILURES,
    [failed],
  );

  return {
    /** False for a server without runs. */
    isOffered: hasExtensions && !list.isError,
    runs,
    /** Runs that are under way, without the shown one. */
    others: runs.filter((one) => isUnderWay(one) && one.id !== shown?.id),
    run: run ?? null,
    ids: shown?.ids ?? NO_IDS,
    failed: failed ?? null,
    /** Why users were not changed, by their ids. */
    failures,
    show: setShown,
    dismiss: () => {
      setDismissedId(shown?.id ?? null);
      setShown(null);
    },
  };
}

export type ShownRun = ReturnType<typeof useShownRun>;
