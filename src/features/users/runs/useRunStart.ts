import { useState } from "react";
import { hasUnknownOutcome, statusOf } from "#api/errors.ts";
import { ASK_FROM } from "#contract/confirmation.ts";
import type { UserRunCheck } from "#contract/shapes/run.ts";
import { useStartRun } from "#features/runs/runsApi.ts";
import { createClientId } from "#lib/clientId.ts";
import { bodyOf, type RunDraft, useCheckUserRunMutation } from "./userRunsApi.ts";

/** A question before a run. `check` is null until a role or a team is chosen. */
export interface RunQuestion {
  draft: RunDraft;
  check: UserRunCheck | null;
  /** The idempotency key of the draft. */
  key: string;
  /** No response arrived to the start: the run may be under way. */
  isUnsure?: boolean;
}

/** Actions that start at once unless the check needs the admin's attention. */
const ONE_CLICK: ReadonlySet<RunDraft["action"]> = new Set(["activate", "deactivate"]);

const isChoiceMissing = ({ action, role, team }: RunDraft): boolean =>
  (action === "role" && !role) || (action.endsWith("_team") && !team);

/** Whether an admin must read the check before the run. */
const needsQuestion = ({ changing, left_out, missing, open_tasks }: UserRunCheck): boolean =>
  changing === 0 || changing >= ASK_FROM || left_out + missing + open_tasks.count > 0;

/** The draft with the count by which the server is told that the admin knows it. */
export const confirmed = (draft: RunDraft, { must_confirm, changing }: UserRunCheck) =>
  must_confirm ? { ...draft, confirm_count: changing } : draft;

/** Starts runs. The server is asked first what would happen. */
export function useRunStart(onStarted: () => void) {
  const [checkRun, { isLoading: isChecking }] = useCheckUserRunMutation();
  const [createRun, { isLoading: isCreating }] = useStartRun("user");
  const [question, setQuestion] = useState<RunQuestion | null>(null);

  /** Resolves to false if the server has no runs. */
  async function start(draft: RunDraft): Promise<boolean> {
    if (isChecking || isCreating) return true;
    const key = createClientId();
    if (isChoiceMissing(draft)) {
      setQuestion({ draft, check: null, key });
      return true;
    }
    const { data: check, error } = await checkRun(draft);
    if (!check) return statusOf(error) !== 404;
    if (!ONE_CLICK.has(draft.action) || needsQuestion(check)) {
      setQuestion({ draft, check, key });
      return true;
    }
    const body = bodyOf(confirmed(draft, check));
    const { data: run, error: failure } = await createRun({ kind: "user", body, key });
    if (run) onStarted();
    // The dialog can repeat the request with the same key.
    else if (hasUnknownOutcome(failure)) setQuestion({ draft, check, key, isUnsure: true });
    return true;
  }

  return { start, isBusy: isChecking || isCreating, question, ask: setQuestion };
}
