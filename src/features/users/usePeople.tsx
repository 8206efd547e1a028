import { useMemo } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import type { PickerOption } from "#ui/picker/findOptions.ts";
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

/** How many users have each name. */
export function countNames(users: readonly User[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of users) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function peopleOf(users: readonly User[], me: User | null): Person[] {
  const known = me && !users.some(({ id }) => id === me.id) ? [me, ...users] : users;
  const counts = countNames(known);
  const people = known.map(({ id, name, email, is_active }) => ({
    id,
    label: is_active ? name : `${name} (inactive)`,
    name,
    address: email,
    note: (counts.get(name) ?? 0) > 1 ? email : undefined,
    isActive: is_active,
  }));
  const mine = people.flatMap((one) =>
    one.id === me?.id ? { ...one, label: "Me", note: undefined } : [],
  );
  const others = people.filter(({ id }) => id !== me?.id);
  return [...mine, ...others.toSorted((a, b) => compare(a.name, b.name))];
}

/** All people: "Me", then the others by name. Those with the same name show their addresses. */
export function usePeople(): Person[] {
  const me = useSelector(selectStoredUser);
  const { data: users = NO_USERS } = useGetUsersQuery();
  return useMemo(() => peopleOf(users, me), [users, me]);
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
