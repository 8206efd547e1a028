import { useEffect, useState } from "react";

/**
 * Leads from the search to the first hit, once the results of what was typed are there.
 *
 * @param isSettled whether the list shows them
 * @param focusFirst moves the focus to the first hit, if there is one
 */
export function useFirstHit(isSettled: boolean, focusFirst: () => void): () => void {
  const [search, setSearch] = useState<Element | null>(null);
  useEffect(() => {
    if (!search || !isSettled) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the rows get the focus only now
    setSearch(null);
    // The user may have gone elsewhere since.
    if (document.activeElement === search) focusFirst();
  }, [search, isSettled, focusFirst]);
  return () => setSearch(document.activeElement);
}
