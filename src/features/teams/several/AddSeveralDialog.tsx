import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { Team, TeamMember } from "#contract/shapes/team.ts";
import { useBulk } from "#features/bulk/useBulk.tsx";
import { selectSelected, type WithSelection } from "#features/selection/selectionSlice.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { AddingResults } from "./AddingResults.tsx";
import { ChoosePeople } from "./ChoosePeople.tsx";
import { teamBulk, teamBulkFeature } from "./teamBulk.ts";

const { bulkRequested, bulkResultDismissed } = teamBulk.actions;

/** Adds several people to a team: chosen from a list or pasted, then with a result for each. */
export function AddSeveralDialog({
  team: { id, name },
  members,
  onClose,
}: {
  team: Team;
  members: readonly TeamMember[];
  onClose: () => void;
}) {
  const dispatch = useDispatch();
  const bulk = useBulk(teamBulkFeature);
  const { run } = bulk;
  const { data: users, isError } = useGetUsersQuery(undefined, { refetchOnMountOrArgChange: true });
  const ids = useSelector((state: WithSelection) => selectSelected(state, "newMembers"));
  // The dialog may have closed before the last action ended.
  useEffect(() => void dispatch(bulkResultDismissed()), [dispatch]);

  function add() {
    const action = { team: { id, name }, isMember: true };
    dispatch(bulkRequested({ action, ids }));
  }

  const isChoosing = run.phase === "idle";
  return (
    <Dialog
      title={`Add several to ${run.action?.team.name ?? name}`}
      onClose={onClose}
      footer={
        isChoosing ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={ids.length === 0} onClick={add}>
              Add {countOf(ids.length, "Member")}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )
      }
    >
      {isChoosing ? (
        <ChoosePeople users={users} hasFailed={isError && !users} members={members} />
      ) : (
        <AddingResults bulk={bulk} users={users} />
      )}
    </Dialog>
  );
}
