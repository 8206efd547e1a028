import type { User } from "#contract/user.ts";
import type { ListedUser } from "#contract/userList.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import { Addresses } from "./Addresses.tsx";
import type { AddressMatches } from "./matchAddresses.ts";

/** The users of a list by whether they can be selected. */
interface SortedMatches {
  selectable: readonly ListedUser[];
  /** The number of users who are selected already. */
  selected: number;
  /** Addresses of users who can't be selected, with the reason. */
  guarded: ReadonlyMap<string, readonly string[]>;
  unknown: readonly string[];
}

export function sortMatches(
  { found, unknown }: AddressMatches<ListedUser>,
  selectedIds: ReadonlySet<User["id"]>,
  reasons: ReadonlyMap<User["id"], string>,
): SortedMatches {
  const guarded = new Map<string, string[]>();
  for (const { user, email } of found) {
    const reason = reasons.get(user.id);
    if (reason) guarded.set(reason, [...(guarded.get(reason) ?? []), email]);
  }
  const free = found.flatMap(({ user }) => (reasons.has(user.id) ? [] : user));
  const selectable = free.filter(({ id }) => !selectedIds.has(id));
  return { selectable, selected: free.length - selectable.length, guarded, unknown };
}

/** Shows which users a list of addresses will select, and which it won't, with reasons. */
export function MatchesPreview({ matches }: { matches: SortedMatches }) {
  const { selectable, selected, guarded, unknown } = matches;
  const inactive = selectable.filter(({ is_active }) => !is_active).length;
  return (
    <>
      <span>
        {`Found: ${countOf(selectable.length, "user")}${inactive > 0 ? `, ${formatCount(inactive)} of them inactive` : ""}`}
      </span>
      {selected > 0 && <span>Already selected: {formatCount(selected)}</span>}
      {[...guarded].map(([reason, addresses]) => (
        <Addresses key={reason} label={`Can't be selected (${reason})`} addresses={addresses} />
      ))}
      {unknown.length > 0 && <span>Not found: {formatCount(unknown.length)}</span>}
    </>
  );
}
