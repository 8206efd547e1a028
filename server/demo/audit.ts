import type { Insertable } from "kysely";
import type { AuditAction, AuditDetails } from "#contract/audit.ts";
import type { AuditLogTable } from "#server/db/schema.ts";
import { type DemoTeam, PEOPLE, type Person, TEAMS } from "./people.ts";
import { at, DAY, idOf, teamId, userId } from "./rows.ts";

type Row = Insertable<AuditLogTable>;

/** Something that was done, and how many days ago. */
interface Deed {
  ago: number;
  by: Person;
  action: AuditAction;
  /** Whom it concerns; a team when there is no person. */
  who?: Person;
  team?: DemoTeam;
  from?: string;
  to?: string;
}

const MINUTES = 1 / (24 * 60);

/** Everybody came as a member, but for the first. */
const ARRIVALS: readonly Deed[] = (Object.keys(PEOPLE) as Person[]).map((who, index) => ({
  ago: 62 - index,
  by: who,
  action: "user.registered",
  who,
  to: who === "maya" ? "admin" : "member",
}));

const MEMBERSHIPS: readonly Deed[] = (Object.keys(TEAMS) as DemoTeam[]).flatMap((team) => {
  const { daysAgo, members } = TEAMS[team];
  const joined = members.map((who: Person, index): Deed => {
    const ago = daysAgo - (index + 1) * MINUTES;
    return { ago, by: "maya", action: "team.member_added", who, team };
  });
  return joined.concat({ ago: daysAgo, by: "maya", action: "team.created", team });
});

/** What happened later, and has left no other trace, or hardly any. */
const LATER: readonly Deed[] = [
  { ago: 57.4, by: "maya", action: "user.role_changed", who: "elena", from: "member", to: "admin" },
  { ago: 52.1, by: "maya", action: "team.member_added", who: "nils", team: "product" },
  { ago: 44.3, by: "elena", action: "team.member_added", who: "kenji", team: "success" },
  { ago: 44.2, by: "elena", action: "team.member_removed", who: "kenji", team: "success" },
  { ago: 31.6, by: "jonas", action: "user.password_changed", who: "jonas" },
  { ago: 16.3, by: "maya", action: "user.role_changed", who: "priya", from: "member", to: "admin" },
  { ago: 9.5, by: "maya", action: "user.role_changed", who: "priya", from: "admin", to: "member" },
  { ago: 4.2, by: "sofia", action: "user.email_changed", who: "sofia" },
  { ago: 1.35, by: "elena", action: "team.member_removed", who: "nils", team: "product" },
  { ago: 1.34, by: "elena", action: "user.deactivated", who: "nils" },
  { ago: 0.11, by: "tom", action: "user.password_changed", who: "tom" },
  { ago: 0.1, by: "tom", action: "user.signed_out_everywhere", who: "tom" },
];

function rowOf({ ago, by, action, who, team, from, to }: Deed, now: Date): Row {
  const teamName = team && { id: teamId(team), name: TEAMS[team].name };
  const subject = who
    ? { subject_kind: "user" as const, subject_id: userId(who), subject_name: PEOPLE[who].name }
    : {
        subject_kind: "team" as const,
        subject_id: teamName?.id ?? "",
        subject_name: teamName?.name ?? "",
      };
  const details: AuditDetails = {
    ...(from && { from }),
    ...(to && { to }),
    ...(who && teamName && { team: teamName }),
  };
  return {
    id: idOf("audit", `${ago} ${action} ${who} ${team}`),
    at: at(now.getTime() - ago * DAY),
    actor_id: userId(by),
    actor_name: PEOPLE[by].name,
    action,
    ...subject,
    team_id: details.team?.id ?? null,
    details: JSON.stringify(details),
  };
}

/** How people and teams of the demo came to be as they are. */
export function demoAudit(now: Date): Row[] {
  return [...ARRIVALS, ...MEMBERSHIPS, ...LATER].map((deed) => rowOf(deed, now));
}
