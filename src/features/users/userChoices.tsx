import type { User } from "#contract/user.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import type { SelectChoice } from "#ui/picker/LongSelect.tsx";
import { countNames } from "./usePeople.tsx";

/** Users as the choices of a select: the signed-in one, then the others in their order. */
export function userChoices(users: readonly User[], myId: User["id"] | undefined): SelectChoice[] {
  const counts = countNames(users);
  const choices = users.map(({ id, name, email, is_active }) => ({
    value: id,
    label: is_active ? name : `${name} (inactive)`,
    note: (counts.get(name) ?? 0) > 1 ? email : undefined,
    address: email,
    isMe: id === myId,
    icon: <Avatar name={name} size="sm" decorative />,
  }));
  return [...choices.filter(({ isMe }) => isMe), ...choices.filter(({ isMe }) => !isMe)];
}
