import { Check } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import { NOBODY } from "#contract/task.ts";
import type { User } from "#contract/user.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { Avatar } from "#ui/Avatar.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./FilterPanel.module.css";

/** A list of at least this many people has a search box. */
const SEARCHABLE_FROM = 9;
/** The number of people that are listed at once. */
const LISTED_MAX = 50;

const NO_USERS: readonly User[] = [];

/** The signed-in user first, then the other active users and the chosen ones by name. */
function listed(
  users: readonly User[],
  myId: string | undefined,
  chosen: readonly string[],
  text: string,
) {
  const wanted = text.trim().toLowerCase();
  return users
    .filter(({ id, name, is_active }) => {
      if (wanted) return name.toLowerCase().includes(wanted);
      return is_active || chosen.includes(id);
    })
    .toSorted((a, b) => {
      if (a.id === myId || b.id === myId) return a.id === myId ? -1 : 1;
      return a.name.localeCompare(b.name);
    })
    .slice(0, LISTED_MAX);
}

/** Sets whose tasks to show: the user's own, those of others, or unassigned ones. */
export function PeopleFilter({
  chosen,
  onToggle,
}: {
  chosen: readonly string[];
  onToggle: (id: string) => void;
}) {
  const [text, setText] = useState("");
  const myId = useSelector(selectStoredUser)?.id;
  const { users = NO_USERS } = useGetUsersQuery(undefined, {
    selectFromResult: ({ data }) => ({ users: data }),
  });
  const people = useMemo(() => listed(users, myId, chosen, text), [users, myId, chosen, text]);
  return (
    <div className={classes.people}>
      {users.length >= SEARCHABLE_FROM && (
        <TextInput
          aria-label="Find a person"
          placeholder="Find a person"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <ul className={classes.list}>
        {people.map(({ id, name }) => (
          <Person key={id} isOn={chosen.includes(id)} onToggle={() => onToggle(id)}>
            <Avatar name={name} size="sm" decorative />
            <span className={classes.name}>{id === myId ? `Me (${name})` : name}</span>
          </Person>
        ))}
        <Person isOn={chosen.includes(NOBODY)} onToggle={() => onToggle(NOBODY)}>
          <span className={classes.nobody} aria-hidden="true" />
          <span className={classes.name}>Unassigned</span>
        </Person>
      </ul>
    </div>
  );
}

function Person({
  isOn,
  onToggle,
  children,
}: {
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <button type="button" aria-pressed={isOn} className={classes.person} onClick={onToggle}>
        {children}
        {isOn && <Check className={classes.check} aria-hidden="true" />}
      </button>
    </li>
  );
}
