import { Check } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { folded } from "#contract/text.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { TextInput } from "#ui/form/TextInput.tsx";
import { useTypedName } from "#ui/form/useTypedName.ts";
import { Option, useActiveOption } from "./activeOption.tsx";
import {
  type FoundOption,
  findOptions,
  inGroups,
  type PickerOption,
  SEARCH_FROM,
  searched,
  type TypedOption,
} from "./findOptions.ts";
import classes from "./OptionList.module.css";
import { useVisibleRows } from "./useVisibleRows.ts";

/** The rows that a page key passes. */
const PAGE_ROWS = 7;

interface OptionListProps {
  label: string;
  options: readonly PickerOption[];
  /** Values that the user can type besides the options. */
  typing?: TypedOption | undefined;
  /** The letters that the user typed before the list was there. */
  typed?: string | undefined;
  /** Whether the user may pick several, one after the other. */
  several?: boolean;
  /** Whether it stands among other controls, and is smaller. */
  isInside?: boolean;
  /** Called before the picked option's action. */
  onPicked?: () => void;
}

/** The list's state, and what its keys and clicks do. */
function useOptionList(props: OptionListProps) {
  const { options, typing, typed = "", isInside = false, onPicked } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const state = useOptions(options, typed, typing);
  const { isSearchable, text, found, lines, index, goTo } = state;
  const count = found.length;
  const active = useActiveOption({ count, index, active: count > 0 ? index : undefined, goTo });
  const rows = useVisibleRows(scroller, lines.length, isInside);
  const letters = useTypedName();

  // The list may get its options, and with them the search line, while it has the focus.
  useLayoutEffect(() => {
    if (isSearchable && document.activeElement === scroller.current) field.current?.focus();
  }, [isSearchable]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- runs when the row or the text changes
  useLayoutEffect(() => rows.show(lines.indexOf(index)), [index, text]);

  function pick(picked: FoundOption | undefined) {
    if (!picked) return;
    if (!picked.option.staysOpen) onPicked?.();
    picked.option.onSelect();
  }

  function spell(key: string): boolean {
    if (isSearchable || !letters.add(key)) return false;
    const elements = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-names]") ?? [])];
    goTo(letters.find(elements, index));
    return true;
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (!active.move(key, { pageRows: PAGE_ROWS, hasEnds: !isSearchable })) {
      if (key === "Enter") pick(found[index]);
      else if (!spell(key)) {
        if (key !== " " || isSearchable) return;
        pick(found[index]);
      }
    }
    event.preventDefault();
    // The surrounding dialog or draggable card must not handle the key too.
    event.stopPropagation();
  }

  return { ...state, ...active, scroller, field, rows, pick, handleKeyDown };
}

/**
 * A list of options, of which the user picks one or several. Letters add up to a name; a longer list
 * has a search line. Arrow keys, Home, End and the page keys lead to an option, Enter picks it.
 * Thousands of options cost no more than those on screen.
 */
export function OptionList(props: OptionListProps) {
  const { label, options, typing, several = false } = props;
  const list = useOptionList(props);
  const { isSearchable, text, found, lines, index, search, scroller, field, rows, optionId } = list;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the field and the list inside
    <div
      className={cx(classes.picker, isSearchable && classes.searchable)}
      onKeyDown={list.handleKeyDown}
    >
      {isSearchable && (
        <TextInput
          ref={field}
          {...list.fieldProps}
          aria-label="Search"
          aria-expanded
          placeholder={typing?.hint ?? "Search…"}
          className={classes.search}
          value={text}
          onChange={({ target }) => search(target.value)}
        />
      )}
      <output className={found.length > 0 ? "visually-hidden" : classes.none}>
        {isSearchable && text !== "" && foundText(found.length)}
      </output>
      <div
        ref={scroller}
        id={list.listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no search line
        role="listbox"
        tabIndex={isSearchable ? -1 : 0}
        aria-label={label}
        aria-activedescendant={isSearchable ? undefined : list.activeId}
        aria-multiselectable={several || undefined}
        className={classes.list}
        // Among other controls it keeps its height, so that they stay in place.
        style={{ blockSize: rows.heightFor(props.isInside ? options.length : lines.length) }}
        onScroll={rows.follow}
      >
        <div style={{ blockSize: rows.first * rows.height }} />
        {lines.slice(rows.first, rows.end).map((line) => {
          const one = typeof line === "number" ? found[line] : undefined;
          return one ? (
            <FoundRow
              key={one.option.key}
              {...one}
              id={optionId(Number(line))}
              isActive={line === index}
              inGroup={text === ""}
              position={Number(line) + 1}
              count={found.length}
              height={rows.height}
              onPick={() => list.pick(one)}
            />
          ) : (
            <div
              key={line}
              role="presentation"
              className={classes.heading}
              style={{ blockSize: rows.height }}
            >
              {line}
            </div>
          );
        })}
        <div style={{ blockSize: (lines.length - rows.end) * rows.height }} />
      </div>
    </div>
  );
}

const foundText = (count: number): string =>
  count > 0 ? `${formatCount(count)} found` : "Nothing matches";

function FoundRow({
  id,
  option: { label, name = "", icon, group, checked = false },
  note,
  isActive,
  inGroup,
  position,
  count,
  height,
  onPick,
}: FoundOption & {
  id: string;
  isActive: boolean;
  /** Whether it stands below its group's heading. */
  inGroup: boolean;
  position: number;
  count: number;
  height: number;
  onPick: () => void;
}) {
  return (
    <Option
      id={id}
      isSelected={checked}
      aria-setsize={count}
      aria-posinset={position}
      // Not the text, which begins with the initials of an avatar.
      data-names={[label, name].join("\n").trim()}
      className={cx(classes.option, isActive && classes.active)}
      style={{ blockSize: height }}
      onPick={onPick}
    >
      {icon}
      <span dir="auto" className={classes.label}>
        {inGroup && group ? (
          <>
            <span className="visually-hidden">{group.name}: </span>
            {group.label}
          </>
        ) : (
          label
        )}
      </span>
      {note && <span className={classes.note}>{note}</span>}
      {checked && <Check className={classes.check} aria-hidden="true" />}
    </Option>
  );
}

/** The lines of the list: the index of each option, after the name of its group if it is the first of that. */
const linesOf = (found: readonly FoundOption[], hasHeadings: boolean): (number | string)[] =>
  found.flatMap(({ option: { group } }, index) => {
    const before = found[index - 1]?.option.group?.name ?? "";
    const isFirst = group && hasHeadings && folded(before) !== folded(group.name);
    return isFirst ? [group.name, index] : [index];
  });

/** The options that match the typed text, and the one that the keys are at. */
function useOptions(
  options: readonly PickerOption[],
  typed: string,
  typing: TypedOption | undefined,
) {
  const isSearchable = options.length >= SEARCH_FROM || typing !== undefined;
  const [text, setText] = useState(typed);
  const all = useMemo(() => searched(inGroups(options).flat()), [options]);
  const [active, setActive] = useState(() => {
    const [named] = typed ? findOptions(all, typed) : [];
    return (named?.option ?? options.find(({ checked }) => checked))?.key;
  });
  const found = useMemo(() => {
    const matching = findOptions(all, isSearchable ? text : "");
    const named = typing?.optionFor(text);
    if (!named) return matching;
    const others = matching.filter(({ option }) => option.key !== named.key);
    const own = { option: named, note: named.note };
    return typing?.comesLast ? [...others, own] : [own, ...others];
  }, [all, isSearchable, text, typing]);
  const at = found.findIndex(({ option }) => option.key === active);
  const lines = useMemo(() => linesOf(found, text === ""), [found, text]);
  return {
    isSearchable,
    text,
    found,
    lines,
    index: Math.max(at, 0),
    goTo: (index: number) => setActive(found[index]?.option.key),
    search(next: string) {
      setText(next);
      setActive(undefined);
    },
  };
}
