import { UserMinus } from "lucide-react";
import { useState } from "react";
import type { Team, TeamMember } from "#contract/team.ts";
import { ROLE_LABELS } from "#contract/user.ts";
import { Avatar } from "#ui/Avatar.tsx";
import { Badge } from "#ui/Badge.tsx";
import { Button } from "#ui/Button.tsx";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { Spinner } from "#ui/Spinner.tsx";
import { AddMemberDialog } from "./AddMemberDialog.tsx";
import classes from "./TeamDialog.module.css";
import { useGetTeamQuery, useRemoveMemberMutation } from "./teamsApi.ts";

/** A team and its members, who come and go here (§2). `team` is shown until the details arrive. */
export function TeamDialog({ team: listed, onClose }: { team: Team; onClose: () => void }) {
  const { data, isLoading, isFetching, isError, refetch } = useGetTeamQuery(listed.id, {
    refetchOnMountOrArgChange: true,
  });
  const [removeMember, { isLoading: isRemoving }] = useRemoveMemberMutation();
  const [adding, setAdding] = useState(false);
  const [leaver, setLeaver] = useState<TeamMember | null>(null);
  const team = data?.team ?? listed;
  const members = data?.members ?? [];

  async function removeLeaver() {
    if (!leaver) return;
    await removeMember({ teamId: team.id, userId: leaver.id });
    setLeaver(null);
  }

  return (
    <>
      <Dialog title={team.name} size="lg" onClose={onClose}>
        <div className={classes.team}>
          <p className={classes.description}>{team.description || "No description"}</p>
          <header className={classes.header}>
            <h3>Team Members ({members.length})</h3>
            <Button size="sm" disabled={!data} onClick={() => setAdding(true)}>
              + Add Member
            </Button>
          </header>
          {isLoading && <Spinner label="Loading members" />}
          {isError && !data && (
            <ErrorState
              title="Failed to fetch team details"
              action={
                <Button busy={isFetching} onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            />
          )}
          {data && members.length === 0 && (
            <p className={classes.nobody}>Nobody is in this team yet.</p>
          )}
          <ul className={classes.members}>
            {members.map((member) => (
              <li key={member.id} className={classes.member}>
                <Avatar name={member.name} decorative />
                <div className={classes.person}>
                  <span className={classes.name}>{member.name}</span>
                  <span className={classes.email}>{member.email}</span>
                </div>
                <Badge tone={member.role === "admin" ? "violet" : "grey"}>
                  {ROLE_LABELS[member.role]}
                </Badge>
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<UserMinus />}
                  aria-label={`Remove ${member.name}`}
                  onClick={() => setLeaver(member)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
      {adding && <AddMemberDialog team={team} members={members} onClose={() => setAdding(false)} />}
      {leaver && (
        <ConfirmDialog
          title="Remove member"
          message={`Are you sure you want to remove ${leaver.name} from ${team.name}?`}
          confirmLabel="Remove"
          danger
          busy={isRemoving}
          onConfirm={() => void removeLeaver()}
          onCancel={() => setLeaver(null)}
        />
      )}
    </>
  );
}
