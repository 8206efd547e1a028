import { useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";

const NOBODY: readonly User[] = [];

/** The options of a `<select>` of people: the current user first, then the other active users. */
export function PeopleOptions({
  users = NOBODY,
  except = NOBODY,
}: {
  users?: readonly User[] | undefined;
  /** Users to leave out. */
  except?: readonly Pick<User, "id">[];
}) {
  const own = useSelector(selectStoredUser);
  const hidden = new Set(except.map(({ id }) => id));
  const offered = users.filter(({ id, is_active }) => is_active && !hidden.has(id));
  return (
    <>
      {own && !hidden.has(own.id) && <option value={own.id}>Me</option>}
      {offered.map(({ id, name }) =>
        id === own?.id ? null : (
          <option key={id} value={id}>
            {name}
          </option>
        ),
      )}
    </>
  );
}
