import { type SubmitEvent, useId, useState } from "react";
import { hasUnknownOutcome } from "#api/errors.ts";
import { canHandOver } from "#contract/run.ts";
import { useStartRun } from "#features/runs/runsApi.ts";
import { userRunWords } from "#features/runs/userRunWords.ts";
import { HandOverSelect } from "#features/users/handOver/HandOverSelect.tsx";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { createClientId } from "#lib/clientId.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { CheckSummary } from "./CheckSummary.tsx";
import { ChoiceField, CountField, countProblem, isGrave } from "./RunFields.tsx";
import { confirmed, type RunQuestion } from "./useRunStart.ts";
import { bodyOf, type RunDraft, useCheckUserRunMutation } from "./userRunsApi.ts";

const VERBS: Readonly<Record<RunDraft["action"], string>> = {
  activate: "Activate",
  deactivate: "Deactivate",
  role: "Change role of",
  add_to_team: "Add",
  remove_from_team: "Remove",
  end_sessions: "End sessions of",
  delete: "Delete",
};
const UNSURE =
  "No response arrived, so the action may have started. Pressing again is safe: it starts only once.";

/** The titles of the dialogs in which the admin chooses a role or a team. */
const TITLES: Partial<Record<RunDraft["action"], string>> = {
  role: "Change role",
  add_to_team: "Add to team",
  remove_from_team: "Remove from team",
};

/**
 * The state of the dialog: the values, the server's check of them, and the request that starts the
 * run.
 */
function useRunForm(question: RunQuestion, onStarted: () => void) {
  const [draft, setDraft] = useState(question.draft);
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const [isUnsure, setUnsure] = useState(question.isUnsure ?? false);
  const [checkRun, checking] = useCheckUserRunMutation();
  const [createRun, { isLoading: isStarting }] = useStartRun("user");
  const check = checking.isUninitialized ? question.check : (checking.data ?? null);
  // A repeat of the same request after a lost response finds the run.
  const [key, setKey] = useState(question.key);
  const problem = check && isGrave(draft) ? countProblem(check, typed) : undefined;

  return {
    draft,
    check,
    isChecking: checking.isLoading,
    isStarting,
    isUnsure,
    typed,
    setTyped,
    error: isRefused ? problem : undefined,
    checkAgain: checking.isError ? () => void checkRun(draft) : undefined,
    choose(choice: Partial<RunDraft>) {
      const next = { ...draft, ...choice };
      setDraft(next);
      setKey(createClientId());
      setUnsure(false);
      if (choice.role || choice.team) void checkRun(next);
    },
    async submit() {
      if (!check || check.changing === 0 || isStarting) return;
      setRefused(problem !== undefined);
      if (problem) return;
      const body = bodyOf(confirmed(draft, check));
      const { data: run, error } = await createRun({ kind: "user", body, key });
      if (run) return onStarted();
      setUnsure(hasUnknownOutcome(error));
      // If the run may have started, a new check would find nothing to change, and prevent the repeat.
      if (!hasUnknownOutcome(error)) {
        // Others may have changed users since the check. So the next request may have another count.
        setKey(createClientId());
        void checkRun(draft);
      }
    },
  };
}

/** Says what a run will do before it starts, and asks for what it needs. */
export function RunDialog({
  question,
  TeamSelect,
  onClose,
}: {
  question: RunQuestion;
  TeamSelect: TeamSelectType;
  onClose: () => void;
}) {
  const form = useRunForm(question, onClose);
  const { draft, check } = form;
  const { action, ids } = draft;
  const summaryId = useId();

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    void form.submit();
  }

  return (
    <FormDialog
      title={TITLES[action] ?? userRunWords({ action, role: null, team: null }).title(ids.length)}
      size="sm"
      form={{
        formProps: { noValidate: true, onSubmit },
        isDirty: false,
        isSubmitting: form.isStarting,
        isRestored: false,
        discard: () => undefined,
      }}
      submitLabel={`${VERBS[action]} ${formatCount(check?.changing ?? ids.length)}`}
      busyLabel="Starting..."
      submitProps={{
        variant: action === "delete" ? "danger" : "primary",
        disabled: !check || check.changing === 0 || form.isStarting,
      }}
      onClose={onClose}
    >
      <ChoiceField draft={draft} TeamSelect={TeamSelect} onChoose={form.choose} />
      {/*
       * Screen readers read the first summary as the description of the first field, so it is not
       * announced.
       */}
      <output id={summaryId} aria-live={check && check === question.check ? "off" : undefined}>
        {check ? (
          <CheckSummary check={check} draft={draft} />
        ) : (
          unchecked(ids.length, form.isChecking)
        )}
      </output>
      {form.checkAgain && (
        <Button size="sm" onClick={form.checkAgain}>
          Check again
        </Button>
      )}
      {check && canHandOver(action) && check.open_tasks.count > 0 && (
        <HandOverSelect
          leavers={ids.map((id) => ({ id }))}
          nobody={action === "delete" ? undefined : "Nobody (they keep them)"}
          value={draft.hand_over_to ?? ""}
          onChoose={(to) => form.choose({ hand_over_to: to || undefined })}
        />
      )}
      {form.isUnsure && <p role="alert">{UNSURE}</p>}
      {check && check.changing > 0 && isGrave(draft) && (
        <CountField
          check={check}
          summaryId={summaryId}
          value={form.typed}
          error={form.error}
          onType={form.setTyped}
        />
      )}
    </FormDialog>
  );
}

const unchecked = (count: number, isChecking: boolean): string =>
  isChecking ? "Checking..." : `${countOf(count, "user")} selected.`;
