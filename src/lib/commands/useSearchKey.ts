import type { RefObject } from "react";
import { useCommand } from "./useCommand.ts";

/** Lets the search key lead to a search box. */
export function useSearchKey(box: RefObject<HTMLInputElement | null>): void {
  useCommand("search", () => {
    // In a dialog or behind another screen it can't take the focus.
    if (!box.current?.closest("main")) return false;
    box.current.focus();
    box.current.select();
    return document.activeElement === box.current;
  });
}
