import { Suspense, useEffect, useRef, useState } from "react";
import { adviceOf } from "#api/errors.ts";
import type { Team, TeamMember } from "#contract/team.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { Button } from "#ui/Button.tsx";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { Spinner } from "#ui/Spinner.tsx";
import { AddMemberDialog } from "./AddMemberDialog.tsx";
import { MemberList } from "./MemberList.tsx";
import classes from "./TeamDialog.module.css";
import { TeamTasksLink } from "./TeamTasksLink.tsx";
import { useGetTeamQuery, useRemoveMemberMutation } from "./teamsApi.ts";

const AddSeveralDialog = lazyPart(() => import("./several/AddSeveralDialog.tsx"));

/** A team, and its members to add and remove (§2). `team` is shown until the details arrive. */
export function TeamDialog({
  team: listed,
  startsAdding,
  onClose,
}: {
  team: Team;
  /** Whether it opens with the dialog that adds a member. */
  startsAdding: boolean;
  onClose: () => void;
}) {
  const { data, isLoading, isFetching, error, refetch } = useGetTeamQuery(listed.id, {
    refetchOnMountOrArgChange: true,
  });
  const [removeMember, { isLoading: isRemoving }] = useRemoveMemberMutation();
  const [adding, setAdding] = useState(startsAdding);
  const [addingSeveral, setAddingSeveral] = useState(false);
  const [memberToRemove, setMemberToRemove] = useState<TeamMember | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** The index of the removed row. The row that takes its place gets the focus. */
  const removedIndex = useRef<number | null>(null);
  const team = data?.team ?? listed;
  const members = data?.members ?? [];

  async function removeLeaver() {
    if (!memberToRemove || isRemoving) return;
    const index = members.findIndex(({ id }) => id === memberToRemove.id);
    const { error } = await removeMember({ teamId: team.id, userId: memberToRemove.id });
    if (!error) removedIndex.current = index;
    setMemberToRemove(null);
  }

  useEffect(() => {
    if (memberToRemove || removedIndex.current === null) return;
    const buttons = list.current?.querySelectorAll("button") ?? [];
    (buttons[Math.min(removedIndex.current, buttons.length - 1)] ?? addButton.current)?.focus();
    removedIndex.current = null;
  }, [memberToRemove]);

  return (
    <>
      <Dialog title={team.name} size="lg" onClose={onClose}>
        <div className={classes.team}>
          <p className={classes.description}>{team.description || "No description"}</p>
          <header className={classes.header}>
            <h3>Team Members{data && ` (${members.length})`}</h3>
            <TeamTasksLink team={team} />
            <Button
              size="sm"
              variant="ghost"
              disabled={!data}
              onClick={() => setAddingSeveral(true)}
            >
              Add several…
            </Button>
            <Button ref={addButton} size="sm" disabled={!data} onClick={() => setAdding(true)}>
              + Add Member
            </Button>
          </header>
          {isLoading && <Spinner label="Loading members" />}
          {error && !data && (
            <ErrorState
              title="Failed to fetch team details"
              text={adviceOf(error)}
              isRetrying={isFetching}
              onRetry={refetch}
            />
          )}
          {data && members.length === 0 && (
            <p className={classes.nobody}>Nobody is in this team yet.</p>
          )}
          <MemberList ref={list} members={members} onRemove={setMemberToRemove} />
        </div>
      </Dialog>
      {adding && <AddMemberDialog team={team} members={members} onClose={() => setAdding(false)} />}
      <Suspense fallback={null}>
        {addingSeveral && (
          <AddSeveralDialog team={team} members={members} onClose={() => setAddingSeveral(false)} />
        )}
      </Suspense>
      {memberToRemove && (
        <ConfirmDialog
          title="Remove member"
          message={`Are you sure you want to remove ${memberToRemove.name} from ${team.name}?`}
          confirmLabel="Remove"
          danger
          busy={isRemoving}
          onConfirm={() => void removeLeaver()}
          onCancel={() => setMemberToRemove(null)}
        />
      )}
    </>
  );
}
