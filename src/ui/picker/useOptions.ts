import { useMemo, useState } from "react";
import {
  findOptions,
  type PickerOption,
  SEARCH_FROM,
  searched,
  type TypedOption,
} from "./findOptions.ts";

/** The options that match the typed text, and the one that the keys are at. */
export function useOptions(
  options: readonly PickerOption[],
  typed: string,
  typing: TypedOption | undefined,
) {
  const isSearchable = options.length >= SEARCH_FROM || typing !== undefined;
  const [text, setText] = useState(typed);
  const all = useMemo(() => searched(options), [options]);
  const [active, setActive] = useState(() => {
    const [named] = typed ? findOptions(all, typed) : [];
    return (named?.option ?? options.find(({ checked }) => checked))?.key;
  });
  const found = useMemo(() => {
    const matching = findOptions(all, isSearchable ? text : "");
    const named = typing?.optionFor(text);
    if (!named) return matching;
    const others = matching.filter(({ option }) => option.key !== named.key);
    return [{ option: named, note: named.note }, ...others];
  }, [all, isSearchable, text, typing]);
  const at = found.findIndex(({ option }) => option.key === active);
  return {
    isSearchable,
    text,
    found,
    index: Math.max(at, 0),
    goTo: (index: number) => setActive(found[index]?.option.key),
    search(next: string) {
      setText(next);
      setActive(undefined);
    },
  };
}
