import { useState } from "react";
import { INVITATION_LIST_MAX } from "#contract/link.ts";
import type { TeamMember } from "#contract/shapes/team.ts";
import type { User } from "#contract/shapes/user.ts";
import { RowCheckbox } from "#features/selection/RowCheckbox.tsx";
import { useSelection } from "#features/selection/useSelection.ts";
import { Addresses } from "#features/users/byAddress/Addresses.tsx";
import { byAddress, matchAddresses } from "#features/users/byAddress/matchAddresses.ts";
import { filterUsers, NO_FILTER } from "#features/users/filterUsers.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { Field } from "#ui/form/Field.tsx";
import { TextArea } from "#ui/form/TextArea.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { Person } from "./AddingResults.tsx";
import classes from "./AddSeveral.module.css";

/**
 * The people of a pasted list: users who can be added, and addresses of members and of nobody, as
 * typed.
 */
interface MatchedPeople {
  /** The ids of users who can be added. */
  found: ReadonlySet<User["id"]>;
  members: readonly string[];
  unknown: readonly string[];
}

/** Finds the users of a pasted list who can be added to a team. */
function matchPeople(
  list: string,
  users: readonly User[],
  memberIds: ReadonlySet<User["id"]>,
): MatchedPeople {
  const { found, unknown } = matchAddresses(list, byAddress(users));
  const others = found.filter(({ user }) => !memberIds.has(user.id));
  return {
    found: new Set(others.map(({ user }) => user.id)),
    members: found.flatMap(({ user, email }) => (memberIds.has(user.id) ? email : [])),
    unknown,
  };
}

/** The maximum number of people that are listed. A search finds the others. */
const LISTED_MAX = 100;

const NO_MATCHES: MatchedPeople = { found: new Set(), members: [], unknown: [] };

/** The people who are not in the team, with checkboxes. Pasting addresses ticks their users. */
export function ChoosePeople({
  users,
  hasFailed,
  members,
}: {
  users: readonly User[] | undefined;
  hasFailed: boolean;
  members: readonly TeamMember[];
}) {
  const [text, setText] = useState("");
  const [pasted, setPasted] = useState("");
  const [matched, setMatched] = useState(NO_MATCHES);
  const memberIds = new Set(members.map(({ id }) => id));
  const candidates = (users ?? []).filter(({ id }) => !memberIds.has(id));
  const found = filterUsers(candidates, { ...NO_FILTER, search: text });
  const shown = found.slice(0, LISTED_MAX);
  const { ids, set, replace } = useSelection(
    "newMembers",
    shown.map(({ id }) => id),
  );

  function paste(list: string) {
    const next = matchPeople(list, users ?? [], memberIds);
    setPasted(list);
    setMatched(next);
    replace([...[...ids].filter((id) => !matched.found.has(id)), ...next.found]);
  }

  return (
    <div className={classes.stack}>
      <TextInput
        type="search"
        aria-label="Search people"
        placeholder="Name or email..."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <fieldset className={classes.people}>
        <legend className="visually-hidden">People who are not in the team</legend>
        {shown.map((user) => (
          <label key={user.id}>
            <RowCheckbox
              checked={ids.has(user.id)}
              onTick={(isSelected, isRange) => set(user.id, isSelected, isRange)}
            />
            <Person user={user} />
          </label>
        ))}
        <p className={classes.note}>{noteOf(users, hasFailed, candidates.length, found.length)}</p>
      </fieldset>
      <Field
        label="Or paste addresses"
        hint="One per line, or separated by commas."
        limited={{ text: pasted, max: INVITATION_LIST_MAX, name: "The list" }}
      >
        {(props) => (
          <TextArea
            {...props}
            rows={2}
            spellCheck={false}
            disabled={!users}
            value={pasted}
            onChange={({ target }) => paste(target.value)}
          />
        )}
      </Field>
      <output className={classes.matches}>
        {matched.found.size > 0 && <span>Ticked: {formatCount(matched.found.size)}</span>}
        <Addresses label="Already a member" addresses={matched.members} />
        <Addresses label="Not found" addresses={matched.unknown} />
      </output>
    </div>
  );
}

/** Explains which people the list leaves out, or why it is empty. */
function noteOf(
  users: readonly User[] | undefined,
  hasFailed: boolean,
  candidates: number,
  shown: number,
): string {
  if (!users) return hasFailed ? "Failed to fetch users" : "Loading users…";
  if (candidates === 0) return "Everybody is in this team already.";
  if (shown === 0) return "Nobody matches this search.";
  const rest = shown - LISTED_MAX;
  return rest > 0 ? `${formatCount(rest)} more. Search to find them.` : "";
}
