import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { matchPath, useLocation, useNavigate } from "react-router-dom";
import { adviceOf, type CallError } from "#api/errors.ts";
import { stateOfLink } from "#lib/address/openedOver.ts";
import { paths } from "#lib/address/paths.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { Keys } from "#ui/button/Keys.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { Option, useActiveOption } from "#ui/picker/activeOption.tsx";
import classes from "./CommandPalette.module.css";
import type { PaletteEntry } from "./entries.ts";
import { pressButton } from "./screenActions.ts";
import { type ResultGroup, usePaletteResults } from "./usePaletteResults.ts";

const SEARCH_VIEWS = "Search saved views";

/** The entries that a page key passes. */
const PAGE_ROWS = 5;

/** The tasks of the results in their order, for the keys of the one that is opened. */
const taskOrder = (entries: readonly PaletteEntry[]): string[] =>
  entries.flatMap(({ target }) =>
    "to" in target ? (matchPath(paths.task(":id"), target.to)?.params["id"] ?? []) : [],
  );

/** What screen readers announce of the results. */
function announcementOf(count: number, isSearching: boolean, error: CallError): string {
  if (error) return `${count} results. The server could not be searched. ${adviceOf(error)}`;
  return isSearching && count === 0 ? "" : `${count} results`;
}

/** How the palette is opened. */
export interface PaletteStart {
  /** Whether a card had the focus. */
  onCard?: boolean;
  /** The only group that it shows. */
  only?: "Views";
}

/**
 * Finds tasks, people, teams, screens and actions by a few letters: arrow keys choose, Enter opens
 * or runs. Each command shows its keys.
 */
export function CommandPalette({
  field,
  typed,
  onCard = false,
  only,
  onClose,
}: {
  field: ComponentProps<"input">;
  /** The text that the user typed while the code was loading. */
  typed: string;
  onClose: () => void;
} & PaletteStart) {
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const screen = useLocation();
  const { groups, isSearching, error } = usePaletteResults(text, onCard, only);
  const entries = groups.flatMap((group) => group.entries);
  const input = useRef<HTMLInputElement>(null);
  // A layout effect, before the browser handles another key: a letter in between would be lost.
  useLayoutEffect(() => input.current?.focus(), []);
  const announced = announcementOf(entries.length, isSearching, error);
  const count = entries.length;
  const index = Math.max(0, Math.min(chosen, count - 1));
  const current = entries[index];
  const active = useActiveOption({ count, index, active: current?.id, goTo: setChosen });

  function select({ target }: PaletteEntry) {
    // The command acts on the card that gets the focus back from the dialog.
    flushSync(onClose);
    if ("command" in target) runCommand(target.command);
    else if ("run" in target) target.run();
    else {
      void navigate(target.to, { state: stateOfLink(target.to, screen, taskOrder(entries)) });
      if (target.button) pressButton(target.button);
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!active.move(event.key, { pageRows: PAGE_ROWS })) {
      if (event.key !== "Enter") return;
      if (current) select(current);
    }
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        {...field}
        {...(only && { "aria-label": SEARCH_VIEWS, placeholder: SEARCH_VIEWS })}
        {...active.fieldProps}
        ref={input}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <output className="visually-hidden">{text && announced}</output>
      <ResultList {...active} results={groups} current={current} onSelect={select} />
      {entries.length === 0 && (
        <p className={classes.none}>
          {isSearching
            ? "Searching…"
            : text
              ? `Nothing ${error ? "loaded " : ""}matches “${text.trim()}”.`
              : "No view is saved yet. “Save view” beside the filters of the board or the list saves one."}
        </p>
      )}
      {error && <p className={classes.none}>The server could not be searched. {adviceOf(error)}</p>}
    </>
  );
}

/** The results by group. The focus stays in the text field, which names the chosen entry. */
function ResultList({
  listId,
  optionId,
  activeId,
  results,
  current,
  onSelect,
}: Pick<ReturnType<typeof useActiveOption>, "listId" | "optionId" | "activeId"> & {
  results: readonly ResultGroup[];
  current: PaletteEntry | undefined;
  onSelect: (entry: PaletteEntry) => void;
}) {
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: "nearest" });
  }, [activeId]);

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't show groups, details and keys
    <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
      {results.map(({ group, entries }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
        <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
          <div id={`${listId}-${group}`} role="presentation" className={classes.group}>
            {group}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(entry.id)}
              isSelected={entry === current}
              className={classes.entry}
              onPick={() => onSelect(entry)}
            >
              <span dir="auto" className={classes.title}>
                {entry.title}
                {entry.reason && <span className={classes.reason}>{entry.reason}</span>}
              </span>
              <span className={classes.detail}>{entry.detail}</span>
              {entry.keys && (
                <span className={classes.keys}>
                  <Keys keys={entry.keys} />
                </span>
              )}
            </Option>
          ))}
        </div>
      ))}
    </div>
  );
}
