import { Suspense, useState } from "react";
import type { SelectMoreProps } from "#features/users/list/useUserSelection.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { Button } from "#ui/Button.tsx";

const SelectByListDialog = lazyPart(() => import("./SelectByListDialog.tsx"));

/** Opens the dialog that selects users by a list of their addresses. */
export function SelectByList(props: SelectMoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Select by list…
      </Button>
      <Suspense fallback={null}>
        {isOpen && <SelectByListDialog {...props} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
