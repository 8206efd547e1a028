import { type ReactNode, useMemo, useState } from "react";
import type { User } from "#contract/user.ts";
import { RUN_USERS_MAX } from "#contract/userRun.ts";
import classes from "#features/bulk/SelectionBar.module.css";
import { SelectionBar } from "#features/bulk/SelectionBar.tsx";
import { useBulk, useRestSelected } from "#features/bulk/useBulk.tsx";
import type { Selection } from "#features/bulk/useSelection.ts";
import { isUnderWay } from "#features/jobs/jobState.ts";
import { RunOutcome } from "#features/jobs/RunOutcome.tsx";
import { RunProgress } from "#features/jobs/RunProgress.tsx";
import { type Run, useGetRunQuery } from "#features/jobs/runsApi.ts";
import type { ShownRun } from "#features/jobs/useShownRun.ts";
import { ActivationButtons } from "#features/users/list/ActivationButtons.tsx";
import type { UserList } from "#features/users/list/useUserList.ts";
import type { OpenedRun } from "#features/users/runs/RunDialogs.tsx";
import { RunDialogs } from "#features/users/runs/RunDialogs.tsx";
import { RunMenu } from "#features/users/runs/RunMenu.tsx";
import { useRunStart } from "#features/users/runs/useRunStart.ts";
import type { RunDraft } from "#features/users/runs/userRunsApi.ts";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { userBulkFeature } from "#features/users/userBulk.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { LiveText } from "#ui/toasts/LiveText.tsx";

interface UserBulkBarProps {
  users: readonly User[];
  list: UserList;
  selection: Selection;
  /** The run whose progress and result the bar shows. */
  shown: ShownRun;
  TeamSelect: TeamSelectType;
  /** Other ways to select users. */
  begin: ReactNode;
  /** Selects users whom the table has not loaded. */
  more: ReactNode;
}

/** Actions on the selected users. The server carries them out, if it can. */
export function UserBulkBar({
  users,
  list,
  selection,
  shown,
  TeamSelect,
  begin,
  more,
}: UserBulkBarProps) {
  const { run } = shown;
  const { ids } = selection;
  const calls = useBulk(userBulkFeature);
  useRestSelected(calls.run, selection.replace);
  const { start, isBusy, question, ask } = useRunStart(calls.dismiss);
  const [opened, setOpened] = useState<OpenedRun | null>(null);
  const isTooMany = shown.isOffered && ids.size > RUN_USERS_MAX;
  const startOrIgnore = (draft: RunDraft) => void start(draft);

  return (
    <>
      {shown.others.map((other) => (
        <OtherRun key={other.id} run={other} />
      ))}
      <SelectionBar
        label="Selected users"
        place="above"
        selection={selection}
        hidden={useHidden(list, ids)}
        begin={begin}
        more={more}
        focusKey={`${calls.run.phase} ${run?.id} ${run?.state}`}
        progress={calls.progress ?? (run && isUnderWay(run) && <RunProgress run={run} />)}
        result={
          calls.result ?? (
            <RunOutcome
              shown={shown}
              onRepeat={(former, some) => startOrIgnore(draftOf(former, some))}
              onOpen={(id) => setOpened({ id })}
            />
          )
        }
      >
        {isTooMany && (
          <LiveText text={`An action changes at most ${formatCount(RUN_USERS_MAX)} users`} />
        )}
        <ActivationButtons
          users={users}
          ids={ids}
          isBusy={isBusy}
          start={shown.isOffered ? start : undefined}
        />
        {shown.isOffered && !isTooMany && (
          <RunMenu onSelect={(action) => startOrIgnore({ action, ids: [...ids] })} />
        )}
      </SelectionBar>

      {(question ?? opened) && (
        <RunDialogs {...{ question, opened, TeamSelect, onAsk: ask }} onOpen={setOpened} />
      )}
    </>
  );
}

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

/** A bulk action of another admin. */
function OtherRun({ run: listed }: { run: Run }) {
  const { kind, id } = listed;
  const { data: run = listed } = useGetRunQuery({ kind, id });
  return (
    <section aria-label={`Bulk action of ${run.created_by.name}`} className={classes.bar}>
      <RunProgress run={run} by={`${run.created_by.name}: `} />
    </section>
  );
}

/** How many of the selected users the table doesn't show. */
function useHidden({ users }: UserList, ids: Selection["ids"]): number {
  return useMemo(() => {
    const shownIds = new Set(users.map(({ id }) => id));
    return [...ids].filter((id) => !shownIds.has(id)).length;
  }, [users, ids]);
}
