import type { Kysely, Transaction } from "kysely";
import { object } from "yup";
import { characterError } from "#contract/characters.ts";
import { type ListedPerson, readInvitationList } from "#contract/invitationList.ts";
import { INVITATION_TEAMS_MAX, type InvitationsInput, LINK_HOURS } from "#contract/link.ts";
import { check } from "#contract/rules/common.ts";
import { newEmailRule } from "#contract/rules/email.ts";
import type { InvitationResult } from "#contract/shapes/link.ts";
import { TEAMS_MAX } from "#contract/team.ts";
import { folded } from "#contract/text.ts";
import { EMAIL_MAX, emailKey, NAME_MAX, ROLES, type Role } from "#contract/user.ts";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { findRecorded } from "#server/changes/earlierAttempt.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { refused } from "#server/refusals.ts";
import { endLinks } from "#server/secrets/links.ts";
import { listTeamNames } from "#server/teams/queries.ts";
import { insertLinks, type NewLink, newLink, openLinks, presentMade } from "./queries.ts";

/** The role and the teams of lines without their own. */
interface Defaults {
  role: Role;
  teams: string[];
}

/** A line with its values, or the reason why it is refused. */
interface Line extends Pick<InvitationResult, "line" | "email" | "outcome" | "reason"> {
  name: string;
  role: Role;
  teams: string[];
}

const addressRule = object({ email: newEmailRule("Invalid email address") });

/** The ids of teams by their folded names; null for a name that several teams have. */
type TeamIds = ReadonlyMap<string, string | null>;

const keyOfTeam = (name: string) => folded(name.trim());

async function readTeamIds(trx: Transaction<Database>): Promise<TeamIds> {
  const ids = new Map<string, string | null>();
  for (const { id, name } of await listTeamNames(trx, TEAMS_MAX)) {
    const key = keyOfTeam(name);
    ids.set(key, ids.has(key) ? null : id);
  }
  return ids;
}

/** The teams that a line names. One name may contain a semicolon. */
function teamsNamed(text: string, ids: TeamIds): { teams: string[] } | { reason: string } {
  const names = ids.has(keyOfTeam(text)) ? [text] : text.split(";").filter((name) => name.trim());
  const teams = new Set<string>();
  for (const name of names) {
    const id = ids.get(keyOfTeam(name));
    if (id === null) return { reason: `Several teams are named "${name.trim()}"` };
    if (id === undefined) return { reason: `There is no team "${name.trim().slice(0, 100)}"` };
    teams.add(id);
  }
  if (teams.size > INVITATION_TEAMS_MAX) return { reason: "Too many teams" };
  return { teams: [...teams] };
}

/** Validates a line. Whether the address is free is checked for all lines at once. */
function readLine(person: ListedPerson, defaults: Defaults, ids: TeamIds): Line {
  const { line } = person;
  const checked = check(addressRule, { email: person.email });
  const role = person.role === "" ? defaults.role : person.role.toLowerCase();
  const known = ROLES.find((one) => one === role);
  const named = person.teams === "" ? { teams: defaults.teams } : teamsNamed(person.teams, ids);
  const name = Array.from(person.name).slice(0, NAME_MAX).join("");
  const fields = {
    line,
    email: "value" in checked ? checked.value.email : person.email.slice(0, EMAIL_MAX),
    name: characterError("Name", name) === undefined ? name : "",
    role: known ?? defaults.role,
    teams: "teams" in named ? named.teams : [],
  };
  const reason =
    ("errors" in checked && checked.errors[0]?.msg) ||
    (known === undefined && "Role must be admin or member") ||
    ("reason" in named && named.reason);
  return reason
    ? { ...fields, outcome: "invalid", reason }
    : { ...fields, outcome: "made", reason: "" };
}

/** Refuses addresses that have an account, and repeated ones. */
async function refuseTaken(trx: Transaction<Database>, lines: readonly Line[]): Promise<Line[]> {
  const keys = lines
    .filter(({ outcome }) => outcome === "made")
    .map(({ email }) => emailKey(email));
  const taken = await trx
    .selectFrom("users")
    .select("email_key")
    .where("email_key", "in", valuesIn(trx, keys))
    .execute();
  const accounts = new Set(taken.map(({ email_key }) => email_key));
  const seen = new Set<string>();
  return lines.map((line) => {
    if (line.outcome !== "made") return line;
    const key = emailKey(line.email);
    if (seen.has(key)) return { ...line, outcome: "duplicate", reason: "Repeats an earlier line" };
    seen.add(key);
    if (!accounts.has(key)) return line;
    return { ...line, outcome: "exists", reason: "Already has an account" };
  });
}

/** The teams of the input. Throws a 400 if one does not exist. */
async function defaultTeams(trx: Transaction<Database>, teams: string): Promise<string[]> {
  const ids = [...new Set(teams.split(",").map((id) => id.trim()))].filter((id) => id !== "");
  const found = await trx
    .selectFrom("teams")
    .select("id")
    .where("id", "in", valuesIn(trx, ids))
    .execute();
  if (ids.length > INVITATION_TEAMS_MAX || found.length < ids.length) {
    throw refused([{ param: "teams", msg: "Team does not exist" }]);
  }
  return ids;
}

/** The links that an earlier attempt of this request made, by their tokens' hashes. */
async function findMadeLinks(trx: Transaction<Database>, links: readonly NewLink[]) {
  const hashes = links.map(({ row }) => row.hash);
  const made = await trx
    .selectFrom("secrets")
    .selectAll()
    .where("hash", "in", valuesIn(trx, hashes))
    .execute();
  return new Map(made.map((row) => [row.hash, row]));
}

/** Revokes the open invitations of the addresses that get new ones. */
async function revokeEarlier(
  trx: Transaction<Database>,
  links: readonly NewLink[],
  context: ChangeContext,
): Promise<void> {
  const keys = links.map(({ content }) => emailKey(content.email));
  const earlier = await openLinks(trx)
    .where("purpose", "=", "invitation")
    .where("email_key", "in", valuesIn(trx, keys))
    .execute();
  const ids = earlier.map(({ id }) => id);
  await endLinks(trx, ids, "revoked", context);
}

/**
 * Invites the people of a list. An address that was invited before gets a new link, and the earlier
 * one is revoked. Also returns the new links with their tokens: `tokenOf` returns the token of the link
 * for a person, the same in each attempt of a request, so a repeat finds the links and revokes nothing.
 */
export async function invite(
  db: Kysely<Database>,
  { list, role, teams }: InvitationsInput,
  context: ChangeContext & { mail: boolean; tokenOf: (part: string) => string },
): Promise<{ results: InvitationResult[]; links: NewLink[] }> {
  return await transaction(db, async (trx) => {
    await findRecorded(trx, context);
    const defaults = { role, teams: await defaultTeams(trx, teams) };
    const ids = await readTeamIds(trx);
    const people = readInvitationList(list);
    const lines = await refuseTaken(
      trx,
      people.map((person) => readLine(person, defaults, ids)),
    );
    const links = new Map<number, NewLink>();
    for (const [index, line] of lines.entries()) {
      if (line.outcome !== "made") continue;
      const { email, name, role } = line;
      const { by, at, mail, tokenOf } = context;
      const content = { email, name, role, teams: line.teams, maker: { id: by.id, name: by.name } };
      const options = { userId: null, at, hours: LINK_HOURS, mail };
      // A line may name several people.
      links.set(index, newLink("invitation", content, options, tokenOf(String(index))));
    }
    const found = await findMadeLinks(trx, [...links.values()]);
    for (const link of links.values()) link.row = found.get(link.row.hash) ?? link.row;
    const made = [...links.values()].filter(({ row }) => !found.has(row.hash));
    await revokeEarlier(trx, made, withoutId(context));
    // Each link has an entry. The first one has the request's id, and the hash of its body.
    await insertLinks(trx, made.slice(0, 1), context);
    await insertLinks(trx, made.slice(1), withoutId(context));
    const shown = await presentMade(trx, [...links.values()], context.at);
    const byId = new Map(shown.map((one) => [one.link.id, one]));
    const results = lines.map(({ line, email, outcome, reason }, index): InvitationResult => {
      const id = links.get(index)?.row.id;
      return { line, email, outcome, reason, made: (id && byId.get(id)) || null };
    });
    return { results, links: made };
  });
}
