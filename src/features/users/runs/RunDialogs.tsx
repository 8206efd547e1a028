import { Suspense } from "react";
import { LateRunsDialog } from "#features/jobs/LateRunsDialog.ts";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { RunDialog } from "./RunDialog.tsx";
import type { RunQuestion } from "./useRunStart.ts";

/** The opened run; null for the list of runs. */
export interface OpenedRun {
  id: string | null;
}

/** The question before a run, and the results of earlier runs. */
export function RunDialogs({
  question,
  onAsk,
  opened,
  onOpen,
  TeamSelect,
}: {
  question: RunQuestion | null;
  onAsk: (question: null) => void;
  opened: OpenedRun | null;
  onOpen: (opened: OpenedRun | null) => void;
  TeamSelect: TeamSelectType;
}) {
  return (
    <>
      {question && (
        <RunDialog question={question} TeamSelect={TeamSelect} onClose={() => onAsk(null)} />
      )}
      {opened && (
        <Suspense fallback={null}>
          <LateRunsDialog
            kind="user"
            id={opened.id}
            onOpen={(id) => onOpen({ id })}
            onClose={() => onOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}
