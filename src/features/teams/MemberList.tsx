import { UserMinus } from "lucide-react";
import type { Ref } from "react";
import type { TeamMember } from "#contract/team.ts";
import { ROLE_LABELS } from "#contract/user.ts";
import { Avatar } from "#ui/Avatar.tsx";
import { Badge } from "#ui/Badge.tsx";
import { Button } from "#ui/Button.tsx";
import classes from "./TeamDialog.module.css";

/** Who is in a team: name, email, role, and a way out (§2). */
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
            <span className={classes.name} title={member.name}>
              {member.name}
            </span>
            <span className={classes.email} title={member.email}>
              {member.email}
            </span>
          </div>
          <Badge tone={member.role === "admin" ? "violet" : "grey"}>
            {ROLE_LABELS[member.role]}
          </Badge>
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
