import { type ComponentProps, useId } from "react";

/** Which keys lead to other options, besides the arrow keys. */
interface Keys {
  /** The options that a page key passes; 0: page keys do something else. */
  pageRows?: number;
  /** Whether Home and End lead to the first and the last option. In a text line they move the caret. */
  hasEnds?: boolean;
}

/** The index to which a key leads; undefined for other keys. */
function indexAt(key: string, index: number, last: number, { pageRows = 0, hasEnds }: Keys) {
  if (key === "ArrowDown") return index >= last ? 0 : index + 1;
  if (key === "ArrowUp") return index <= 0 ? last : index - 1;
  if (pageRows > 0 && key === "PageDown") return Math.min(index + pageRows, last);
  if (pageRows > 0 && key === "PageUp") return Math.max(index - pageRows, 0);
  if (hasEnds && key === "Home") return 0;
  return hasEnds && key === "End" ? last : undefined;
}

/**
 * The active option of a list, to which keys lead while the field or the list itself keeps the focus
 * (WAI-ARIA, combobox).
 *
 * @param options.active the key of the option at `index`; undefined if the list is empty
 */
export function useActiveOption({
  count,
  index,
  active,
  goTo,
}: {
  count: number;
  index: number;
  active: string | number | undefined;
  goTo: (index: number) => void;
}) {
  const listId = useId();
  const optionId = (key: string | number) => `${listId}-${key}`;
  const activeId = active === undefined ? undefined : optionId(active);
  return {
    listId,
    optionId,
    activeId,
    /** The props of a text line above the list. */
    fieldProps: {
      role: "combobox",
      "aria-expanded": count > 0,
      "aria-controls": listId,
      "aria-activedescendant": activeId,
      "aria-autocomplete": "list",
      autoComplete: "off",
      spellCheck: false,
    } as const,
    /** Makes the option active to which a key leads. Returns false for other keys. */
    move(key: string, keys: Keys = {}): boolean {
      const to = indexAt(key, index, count - 1, keys);
      if (to !== undefined) goTo(to);
      return to !== undefined;
    },
  };
}

/** An option. A press on it leaves the focus where it is. */
export function Option({
  isSelected,
  onPick,
  ...props
}: ComponentProps<"div"> & { isSelected: boolean; onPick: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field or the list keeps the focus, and has the keys
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no text line, and a datalist no such options
      role="option"
      aria-selected={isSelected}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      {...props}
    />
  );
}
