import type { Insertable } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { AuditDetails } from "#contract/shapes/audit.ts";
import { DAY_MS } from "#contract/time.ts";
import type { ChangesTable } from "#server/db/schema/changes.ts";
import { type DemoTeam, PEOPLE, type Person, TEAMS } from "./people.ts";
import { idOf, teamId, toInstant, userId } from "./rows.ts";

type Row = Insertable<ChangesTable>;

/** An audit entry before it gets ids and instants. */
interface DemoEvent {
  daysAgo: number;
  by: Person;
  action: AuditAction;
  /** The person concerned; without one, the team is the subject. */
  who?: Person;
  team?: DemoTeam;
  from?: string;
  to?: string;
}

const MINUTE_IN_DAYS = 1 / (24 * 60);

/** The first person registered as admin, the others as members. */
const REGISTRATIONS: readonly DemoEvent[] = (Object.keys(PEOPLE) as Person[]).map((who, index) => ({
  daysAgo: 62 - index,
  by: who,
  action: "user.registered",
  who,
  to: who === "maya" ? "admin" : "member",
}));

const MEMBERSHIPS: readonly DemoEvent[] = (Object.keys(TEAMS) as DemoTeam[]).flatMap((team) => {
  const { daysAgo, members } = TEAMS[team];
  const joined = members.map((who: Person, index): DemoEvent => {
    const joinedAgo = daysAgo - (index + 1) * MINUTE_IN_DAYS;
    return { daysAgo: joinedAgo, by: "maya", action: "team.member_added", who, team };
  });
  return joined.concat({ daysAgo, by: "maya", action: "team.created", team });
});

/** Changes that only the audit log shows. */
const LATER_EVENTS: readonly DemoEvent[] = [
  {
    daysAgo: 57.4,
    by: "maya",
    action: "user.role_changed",
    who: "elena",
    from: "member",
    to: "admin",
  },
  { daysAgo: 52.1, by: "maya", action: "team.member_added", who: "nils", team: "product" },
  { daysAgo: 44.3, by: "elena", action: "team.member_added", who: "kenji", team: "success" },
  { daysAgo: 44.2, by: "elena", action: "team.member_removed", who: "kenji", team: "success" },
  { daysAgo: 31.6, by: "jonas", action: "user.password_changed", who: "jonas" },
  {
    daysAgo: 16.3,
    by: "maya",
    action: "user.role_changed",
    who: "priya",
    from: "member",
    to: "admin",
  },
  {
    daysAgo: 9.5,
    by: "maya",
    action: "user.role_changed",
    who: "priya",
    from: "admin",
    to: "member",
  },
  { daysAgo: 4.2, by: "sofia", action: "user.email_changed", who: "sofia" },
  { daysAgo: 1.35, by: "elena", action: "team.member_removed", who: "nils", team: "product" },
  { daysAgo: 1.34, by: "elena", action: "user.deactivated", who: "nils" },
  { daysAgo: 0.11, by: "tom", action: "user.password_changed", who: "tom" },
  { daysAgo: 0.1, by: "tom", action: "user.signed_out_everywhere", who: "tom" },
];

function rowOf({ daysAgo, by, action, who, team, from, to }: DemoEvent, now: Date): Row {
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
    id: idOf("audit", `${daysAgo} ${action} ${who} ${team}`),
    at: toInstant(now.getTime() - daysAgo * DAY_MS),
    actor_id: userId(by),
    actor_name: PEOPLE[by].name,
    kind: action,
    ...subject,
    team_id: details.team?.id ?? null,
    details: JSON.stringify(details),
    fields: "[]",
    audited: 1,
  };
}

/** The audit log of the demo's people and teams. */
export function demoAudit(now: Date): Row[] {
  return [...REGISTRATIONS, ...MEMBERSHIPS, ...LATER_EVENTS]
    .sort((one, other) => other.daysAgo - one.daysAgo)
    .map((event) => rowOf(event, now));
}
