import { useState } from "react";
import type { SelectMoreProps } from "#features/users/list/useUserSelection.ts";
import { Button } from "#ui/button/Button.tsx";
import { SelectByListDialog } from "./SelectByListDialog.tsx";

/** Opens the dialog that selects users by a list of their addresses. */
export function SelectByList(props: SelectMoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Select by list…
      </Button>

      {isOpen && <SelectByListDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
