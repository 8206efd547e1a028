import { type ReactNode, Suspense, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { WithSelection } from "#features/board/cards/selectionState.ts";
import { isUnderWay } from "#features/jobs/jobState.ts";
import { RunOutcome } from "#features/jobs/RunOutcome.tsx";
import { RunProgress } from "#features/jobs/RunProgress.tsx";
import { startTaskRun, taskRunLike } from "#features/jobs/runsApi.ts";
import { useShownRun } from "#features/jobs/useShownRun.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import type { StoreDispatch } from "#session/appExtra.ts";
import classes from "./CardSelectionBar.module.css";
import { cardsUnselected } from "./selectionSlice.ts";

const RunsDialog = lazyPart(() => import("#features/jobs/RunsDialog.tsx"));

/**
 * The progress and the result of a change of very many cards, which the server carries out. Selected
 * cards take the place of a result.
 */
export default function TaskRunBar({ selected }: { selected: ReactNode }) {
  const dispatch = useDispatch<StoreDispatch>();
  const ids = useSelector(({ selection }: WithSelection) => selection.ids);
  const shown = useShownRun("task", {
    ids: new Set(ids),
    replace(next) {
      const kept = new Set(next);
      dispatch(cardsUnselected(ids.filter((id) => !kept.has(id))));
    },
  });
  const [opened, setOpened] = useState<{ id: string | null } | null>(null);
  const { run } = shown;
  const isRunning = run !== null && isUnderWay(run);
  return (
    <>
      {run && (isRunning || !selected) ? (
        <section aria-label="Bulk action" data-bottom-bar className={classes.bar}>
          {isRunning ? (
            <RunProgress run={run} />
          ) : (
            <RunOutcome
              shown={shown}
              onRepeat={(former, some) =>
                former.kind === "task" && void dispatch(startTaskRun(taskRunLike(former, some)))
              }
              onOpen={(id) => setOpened({ id })}
            />
          )}
        </section>
      ) : (
        selected
      )}
      <Suspense fallback={null}>
        {opened && (
          <RunsDialog
            kind="task"
            id={opened.id}
            onOpen={(id) => setOpened({ id })}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}
