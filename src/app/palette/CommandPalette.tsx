import {
  type ComponentProps,
  type KeyboardEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { adviceOf, type CallError } from "#api/errors.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { TextInput } from "#ui/form/TextInput.tsx";
import classes from "./CommandPalette.module.css";
import type { PaletteEntry } from "./entries.ts";
import { ResultList } from "./ResultList.tsx";
import { usePaletteResults } from "./usePaletteResults.ts";

/** The number of entries by which each key moves down the list. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
};

/** What screen readers announce of the results. */
function announcementOf(count: number, isSearching: boolean, error: CallError): string {
  if (error) return `${count} results. The server could not be searched. ${adviceOf(error)}`;
  return isSearching && count === 0 ? "" : `${count} results`;
}

/**
 * Finds tasks, people, teams, screens and actions by a few letters: arrow keys choose, Enter opens
 * or runs. Each command shows its keys.
 */
export function CommandPalette({
  field,
  typed,
  onCard,
  onClose,
}: {
  field: ComponentProps<"input">;
  /** The text that the user typed while the code was loading. */
  typed: string;
  /** Whether a card had the focus. */
  onCard: boolean;
  onClose: () => void;
}) {
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const { groups, isSearching, error } = usePaletteResults(text, onCard);
  const entries = groups.flatMap((group) => group.entries);
  const input = useRef<HTMLInputElement>(null);
  // A layout effect, before the browser handles another key: a letter in between would be lost.
  useLayoutEffect(() => input.current?.focus(), []);
  const announced = announcementOf(entries.length, isSearching, error);
  const current = entries[Math.min(chosen, entries.length - 1)];

  function select({ target }: PaletteEntry) {
    // The command acts on the card that gets the focus back from the dialog.
    flushSync(onClose);
    if ("to" in target) void navigate(target.to);
    else runCommand(target.command);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step !== undefined) {
      const index = current ? entries.indexOf(current) : 0;
      const last = entries.length - 1;
      const isWrap = Math.abs(step) === 1 && (index + step < 0 || index + step > last);
      const end = step > 0 ? 0 : last;
      setChosen(isWrap ? end : Math.max(0, Math.min(index + step, last)));
    } else if (event.key === "Enter") {
      if (current) select(current);
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        {...field}
        ref={input}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't search
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <output className="visually-hidden">{text && announced}</output>
      <ResultList id={listId} results={groups} current={current} onSelect={select} />
      {entries.length === 0 && (
        <p className={classes.none}>
          {isSearching
            ? "Searching…"
            : `Nothing ${error ? "loaded " : ""}matches “${text.trim()}”.`}
        </p>
      )}
      {error && <p className={classes.none}>The server could not be searched. {adviceOf(error)}</p>}
    </>
  );
}
