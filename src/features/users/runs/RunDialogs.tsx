import type { ReactNode } from "react";
import { RunDialog } from "./RunDialog.tsx";
import { RunsDialog } from "./RunsDialog.tsx";
import type { RunQuestion } from "./useRunStart.ts";
import type { ShownRun } from "./useShownRun.ts";

/** The opened run; null for the list of runs. */
export interface OpenedRun {
  id: string | null;
}

/** The question before a run, and the results of earlier runs. */
export default function RunDialogs({
  question,
  onAsk,
  opened,
  onOpen,
  teamOptions,
  onStarted,
}: {
  question: RunQuestion | null;
  onAsk: (question: null) => void;
  opened: OpenedRun | null;
  onOpen: (opened: OpenedRun | null) => void;
  teamOptions: ReactNode;
  onStarted: ShownRun["show"];
}) {
  return (
    <>
      {question && (
        <RunDialog
          question={question}
          teamOptions={teamOptions}
          onStarted={(run, ids) => {
            onAsk(null);
            onStarted({ id: run.id, ids });
          }}
          onClose={() => onAsk(null)}
        />
      )}
      {opened && (
        <RunsDialog id={opened.id} onOpen={(id) => onOpen({ id })} onClose={() => onOpen(null)} />
      )}
    </>
  );
}
