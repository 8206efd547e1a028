import { type ReactNode, useEffect, useRef, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#ui/button/Button.tsx";
import type { Selection } from "./useSelection.ts";

/**
 * Selects rows of all pages.
 * @param load fetches the ids of the rows; stops once `isWanted` returns false; null if it failed
 * @param failure the toast after a failure
 */
export function SelectAllButton({
  load,
  failure,
  onLoaded,
  children,
}: {
  load: (isWanted: () => boolean) => Promise<readonly string[] | null>;
  failure: string;
  onLoaded: Selection["replace"];
  children: ReactNode;
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
    const ids = await load(() => isMounted.current);
    // The user may have left the page or changed the filters.
    if (!isMounted.current) return;
    setBusy(false);
    if (ids) onLoaded(ids);
    else toast.error(failure);
  }

  return (
    <Button size="sm" variant="ghost" busy={isBusy} onClick={() => void select()}>
      {children}
    </Button>
  );
}
