import { useMemo } from "react";
import { HandOverSelect } from "#features/users/handOver/HandOverSelect.tsx";
import { useGetUsersQuery } from "#features/users/usersApi.ts";

/** Chooses who gets the open tasks of users who leave: any other active user. */
export function ReceiverSelect({
  ids,
  nobody,
  value,
  onChoose,
}: {
  ids: readonly string[];
  nobody: string | undefined;
  value: string;
  onChoose: (id: string) => void;
}) {
  const { data: users } = useGetUsersQuery();
  const leavers = useMemo(() => ids.map((id) => ({ id })), [ids]);
  return (
    <HandOverSelect
      users={users}
      leavers={leavers}
      nobody={nobody}
      value={value}
      onChoose={onChoose}
    />
  );
}
