import { useCallback, useRef, useState } from "react";
import type { User, UserUpdate } from "#contract/user.ts";
import { useUpdateUserMutation } from "./usersApi.ts";

/** Changes of single users that are under way, by user. */
export type PendingChanges = ReadonlyMap<User["id"], UserUpdate>;

const without = ({ ...pending }: UserUpdate, change: UserUpdate): UserUpdate => {
  for (const field of Object.keys(change) as (keyof UserUpdate)[]) delete pending[field];
  return pending;
};

/** Changes one field of one user at a time; the same field again has to wait for the answer. */
export function useUserChanges() {
  const [updateUser] = useUpdateUserMutation();
  const [pending, setPending] = useState<PendingChanges>(new Map());
  const latest = useRef(pending);

  const change = useCallback(
    async (id: User["id"], update: UserUpdate) => {
      const set = (to: UserUpdate) => {
        latest.current = new Map(latest.current).set(id, to);
        if (Object.keys(to).length === 0) latest.current = deleted(latest.current, id);
        setPending(latest.current);
      };
      const before = latest.current.get(id) ?? {};
      if (Object.keys(update).some((field) => field in before)) return;
      set({ ...before, ...update });
      await updateUser({ id, change: update });
      set(without(latest.current.get(id) ?? {}, update));
    },
    [updateUser],
  );

  return { pending, change };
}

function deleted(pending: PendingChanges, id: User["id"]): Map<User["id"], UserUpdate> {
  const rest = new Map(pending);
  rest.delete(id);
  return rest;
}
