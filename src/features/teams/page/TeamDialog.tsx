import { UserMinus } from "lucide-react";
import { type ComponentProps, type Ref, useRef, useState } from "react";
import type { Team, TeamMember } from "#contract/shapes/team.ts";
import { AddSeveralDialog } from "#features/teams/several/AddSeveralDialog.tsx";
import { useGetTeamQuery, useRemoveMemberMutation } from "#features/teams/teamsApi.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { RoleBadge } from "#ui/badges/RoleBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";
import { AddMemberDialog } from "./AddMemberDialog.tsx";
import classes from "./TeamDialog.module.css";
import { TeamTasksLink } from "./TeamTasksLink.tsx";

const NOBODY: readonly TeamMember[] = [];

/** The dialog that adds members: one person, or several at once. */
type Adding = "one" | "several";

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
  const query = useGetTeamQuery(listed.id, { refetchOnMountOrArgChange: true });
  const { data } = query;
  const [removeMember] = useRemoveMemberMutation();
  const [adding, setAdding] = useState<Adding | null>(startsAdding ? "one" : null);
  const [ask, question] = useConfirm();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const team = data?.team ?? listed;
  const members = data?.members ?? NOBODY;

  const askToRemove = ({ id, name }: TeamMember) =>
    ask({
      title: "Remove member",
      message: (
        <>
          Are you sure you want to remove <bdi>{name}</bdi> from <bdi>{team.name}</bdi>?
        </>
      ),
      confirmLabel: "Remove",
      danger: true,
      onConfirm: async () => void (await removeMember({ teamId: team.id, userId: id })),
    });

  useFollowRow(list, question ? null : members, { fallback: () => addButton.current });

  return (
    <>
      <Dialog title={team.name} size="lg" onClose={onClose}>
        <div className={classes.team}>
          <p dir="auto" className={classes.description}>
            {team.description || "No description"}
          </p>
          <TeamHeader
            ref={addButton}
            team={team}
            count={data && members.length}
            onAdd={setAdding}
          />
          <LoadState
            query={query}
            loading="Loading members"
            failure="Failed to fetch team details"
          />
          {data && members.length === 0 && (
            <p className={classes.nobody}>Nobody is in this team yet.</p>
          )}
          <MemberList ref={list} members={members} onRemove={askToRemove} />
        </div>
      </Dialog>
      <AddingDialog adding={adding} team={team} members={members} onClose={() => setAdding(null)} />
      {question}
    </>
  );
}

/** The number of members, and the buttons that add some. The number is unknown at first. */
function TeamHeader({
  ref,
  team,
  count,
  onAdd,
}: {
  ref: Ref<HTMLButtonElement>;
  team: Team;
  count: number | undefined;
  onAdd: (adding: Adding) => void;
}) {
  const disabled = count === undefined;
  return (
    <header className={classes.header}>
      <h3>Team Members{!disabled && ` (${count})`}</h3>
      <TeamTasksLink team={team} onBoard />
      <TeamTasksLink team={team} />
      <Button size="sm" variant="ghost" disabled={disabled} onClick={() => onAdd("several")}>
        Add several…
      </Button>
      <Button ref={ref} size="sm" disabled={disabled} onClick={() => onAdd("one")}>
        + Add Member
      </Button>
    </header>
  );
}

function AddingDialog({
  adding,
  ...props
}: { adding: Adding | null } & ComponentProps<typeof AddSeveralDialog>) {
  if (adding === "one") return <AddMemberDialog {...props} />;
  return adding === "several" && <AddSeveralDialog {...props} />;
}

/** The members of a team: name, email, role and a Remove button (§2). */
function MemberList({
  ref,
  members,
  onRemove,
}: {
  ref: Ref<HTMLUListElement>;
  members: readonly TeamMember[];
  onRemove: (member: TeamMember) => void;
}) {
  return (
    <ul ref={ref} className={classes.members}>
      {members.map((member) => (
        <li key={member.id} data-row={member.id} className={classes.member}>
          <Avatar name={member.name} decorative />
          <div className={classes.person}>
            <span dir="auto" className={classes.name} title={member.name}>
              {member.name}
            </span>
            <span className={classes.email} title={member.email}>
              {member.email}
            </span>
          </div>
          <RoleBadge role={member.role} />
          <Button
            size="sm"
            variant="ghost"
            icon={<UserMinus />}
            aria-label={`Remove ${member.name}`}
            onClick={() => onRemove(member)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
