import { useLocation } from "react-router-dom";
import { lastAddress } from "#lib/address/lastAddresses.ts";
import { isPath } from "./useFiltersInAddress.ts";

/** The query of a screen's address, also while a task is open over the screen. */
export function useScreenSearch(path: string): string {
  const { pathname, search } = useLocation();
  return isPath(pathname, path) ? search : lastAddress(path).slice(path.length);
}

/** Whether an address is that of a saved view. */
export const isOfView = (search: string): boolean => /[?&]view=/.test(search);
