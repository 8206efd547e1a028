import { Suspense, useState } from "react";
import { useDispatch } from "react-redux";
import { isUnderWay } from "#features/jobs/jobState.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { LateRunsDialog } from "./LateRunsDialog.ts";
import { RunOutcome, RunProgress } from "./RunProgress.tsx";
import { startTaskRun, taskRunLike } from "./runsApi.ts";
import { useShownRun } from "./useShownRun.ts";

/** What a bar shows of the changes of tasks that the server carries out, and the dialog of their results. */
export function useTaskRuns(selection: Parameters<typeof useShownRun>[1]) {
  const dispatch = useDispatch<StoreDispatch>();
  const shown = useShownRun("task", selection);
  const [opened, setOpened] = useState<{ id: string | null } | null>(null);
  const open = (id: string | null) => setOpened({ id });
  const { run } = shown;
  return {
    run,
    progress: run && isUnderWay(run) && <RunProgress run={run} />,
    result: (
      <RunOutcome
        shown={shown}
        onRepeat={(former, ids) =>
          former.kind === "task" && void dispatch(startTaskRun(taskRunLike(former, ids)))
        }
        onOpen={open}
      />
    ),
    dialog: opened && (
      <Suspense fallback={null}>
        <LateRunsDialog kind="task" id={opened.id} onOpen={open} onClose={() => setOpened(null)} />
      </Suspense>
    ),
  };
}
