import { useDispatch } from "react-redux";
import { RUN_ITEMS_MAX } from "#contract/run.ts";
import type { User } from "#contract/shapes/user.ts";
import { useBulk, useRestSelected } from "#features/bulk/useBulk.tsx";
import type { Run } from "#features/runs/runsApi.ts";
import { useRunBar } from "#features/runs/useRunBar.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { userBulkFeature } from "#features/users/userBulk.ts";
import { RunDialog } from "./RunDialog.tsx";
import { useRunStart } from "./useRunStart.ts";
import type { RunDraft } from "./userRunsApi.ts";

const { bulkRequested } = userBulkFeature.bulk.actions;

/**
 * The bulk actions on the selected users. The server carries them out as runs. One user, and users on a
 * server without runs, are activated and deactivated by single calls.
 */
export function useUserActions(selection: Selection, TeamSelect: TeamSelectType) {
  const dispatch = useDispatch();
  const calls = useBulk(userBulkFeature);
  useRestSelected(calls.run, selection.replace);
  const { start: startRun, isBusy, question, ask } = useRunStart(calls.dismiss);
  const bar = useRunBar("user", selection, (former, ids) => void startRun(draftOf(former, ids)));
  const { shown, run } = bar;
  const { isOffered } = shown;

  async function start(draft: RunDraft): Promise<void> {
    const { action, ids } = draft;
    const isActivation = action === "activate" || action === "deactivate";
    const isRun = isOffered && !(isActivation && ids.length === 1);
    if (isRun && (await startRun(draft))) return;
    if (isActivation) dispatch(bulkRequested({ action: { active: action === "activate" }, ids }));
  }

  /** Why the last action failed for a user who still isn't as wanted. */
  function failureOf({ id, is_active }: User): string | undefined {
    const { action, failed } = calls.run;
    if (is_active === action?.active) return undefined;
    return failed.find((failure) => failure.id === id)?.reason ?? shown.failures.get(id);
  }

  return {
    start,
    isBusy,
    /** Whether the server offers more than activation and deactivation. */
    isOffered,
    isTooMany: (count: number) => isOffered && count > RUN_ITEMS_MAX,
    failureOf,
    /** Runs of other admins that are under way. */
    others: shown.others,
    progress: calls.progress ?? bar.progress,
    result: calls.result ?? bar.result,
    /** Changes when the progress or the result begins or ends. */
    step: `${calls.run.phase} ${run?.id} ${run?.state}`,
    /** The question before a run, and the results of earlier runs. */
    dialogs: (
      <>
        {question && (
          <RunDialog question={question} TeamSelect={TeamSelect} onClose={() => ask(null)} />
        )}
        {bar.dialog}
      </>
    ),
  };
}

/** The bulk actions on users, for the screen's parts. */
export type UserActions = ReturnType<typeof useUserActions>;

/** A bulk action like another one, for some of its users. */
function draftOf(run: Run, ids: readonly string[]): RunDraft {
  if (run.kind !== "user") return { action: "activate", ids: [] };
  const { action, role, team, hand_over_to } = run;
  return {
    action,
    role: role ?? undefined,
    team: team?.id,
    hand_over_to: hand_over_to?.id,
    ids,
  };
}
