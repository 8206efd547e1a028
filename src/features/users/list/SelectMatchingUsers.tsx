import { useEffect, useRef, useState } from "react";
import { toast } from "react-hot-toast/headless";
import type { Selection } from "#features/bulk/useSelection.ts";
import { Button } from "#ui/Button.tsx";
import type { UserList } from "./useUserList.ts";

/** Selects all users that match the filters, with those that the table has not read yet. */
export default function SelectMatchingUsers({
  list: { loadRest },
  selection: { replace },
}: {
  list: UserList;
  selection: Selection;
}) {
  const [isBusy, setBusy] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  async function select() {
    setBusy(true);
    const users = await loadRest();
    // Other filters may be set.
    if (!isMounted.current) return;
    setBusy(false);
    if (users) replace(users.map(({ id }) => id));
    else toast.error("Failed to select all users");
  }

  return (
    <Button size="sm" variant="ghost" busy={isBusy} onClick={() => void select()}>
      Select all that match
    </Button>
  );
}
