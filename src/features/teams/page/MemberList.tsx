import { UserMinus } from "lucide-react";
import type { Ref } from "react";
import type { TeamMember } from "#contract/team.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { RoleBadge } from "#ui/badges/RoleBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import classes from "./TeamDialog.module.css";

/** The members of a team: name, email, role and a Remove button (§2). */
export function MemberList({
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
        <li key={member.id} className={classes.member}>
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
