import { useMemo } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/shapes/user.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import type { PickerOption } from "#ui/picker/findOptions.ts";
import type { SelectChoice } from "#ui/picker/LongSelect.tsx";
import { useGetUsersQuery } from "./usersApi.ts";

/** A person as pickers list them. */
export interface Person {
  id: User["id"];
  /** The name; "Me" for the signed-in user. */
  label: string;
  name: string;
  address: string;
  /** The address, if somebody else has the same name. */
  note: string | undefined;
  isActive: boolean;
}

const NO_USERS: readonly User[] = [];
const { compare } = new Intl.Collator();

/** The users as people, the signed-in one first. */
function peopleOf(users: readonly User[], myId: User["id"] | undefined): Person[] {
  const counts = new Map<string, number>();
  for (const { name } of users) counts.set(name, (counts.get(name) ?? 0) + 1);
  const people = users.map(({ id, name, email, is_active }) => ({
    id,
    label: is_active ? name : `${name} (inactive)`,
    name,
    address: email,
    note: (counts.get(name) ?? 0) > 1 ? email : undefined,
    isActive: is_active,
  }));
  const isMe = ({ id }: Person) => id === myId;
  return [...people.filter(isMe), ...people.filter((one) => !isMe(one))];
}

/** "Me", then the others by name. */
function sortedPeople(users: readonly User[], me: User | null): Person[] {
  const known = me && !users.some(({ id }) => id === me.id) ? [me, ...users] : users;
  const sorted = known.toSorted((a, b) => compare(a.name, b.name));
  const people = peopleOf(sorted, me?.id);
  const [mine, ...others] = people;
  return me && mine ? [{ ...mine, label: "Me", note: undefined }, ...others] : people;
}

/** All people: "Me", then the others by name. Those with the same name show their addresses. */
export function usePeople(): Person[] {
  const me = useSelector(selectStoredUser);
  const { data: users = NO_USERS } = useGetUsersQuery();
  return useMemo(() => sortedPeople(users, me), [users, me]);
}

/** The people whom a task can be given: the active ones, and those who have it already. */
export const assignable = (people: readonly Person[], holder?: string | null): Person[] =>
  people.filter(({ id, isActive }) => isActive || id === holder);

/** A person as an option of a picker. */
export const personOption = (
  { id, label, name, address, note }: Person,
  checked: boolean,
  onSelect: () => void,
): PickerOption => ({
  key: id,
  label,
  name,
  address,
  note,
  icon: <Avatar name={name} size="sm" decorative />,
  checked,
  onSelect,
});

/** Users as the choices of a select: the signed-in one, then the others in their order. */
export const userChoices = (users: readonly User[], myId: User["id"] | undefined): SelectChoice[] =>
  peopleOf(users, myId).map(({ id, label, name, address, note }) => ({
    value: id,
    label,
    note,
    address,
    isMe: id === myId,
    icon: <Avatar name={name} size="sm" decorative />,
  }));
