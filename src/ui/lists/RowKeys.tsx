import type { RefObject } from "react";
import { type Selected, useRowKeys } from "./useRowKeys.ts";

export interface RowKeysProps {
  list: RefObject<HTMLElement | null>;
  selected?: Selected;
}

/** The keys of a list. */
export function RowKeys({ list, selected }: RowKeysProps) {
  useRowKeys(list, selected);
  return null;
}
