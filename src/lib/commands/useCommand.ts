import { useEffect, useLayoutEffect, useRef } from "react";
import { hideInputMethodKeys, pressAgain } from "#lib/events.ts";
import {
  COMMAND_KEYS,
  type CommandKeys,
  type CommandName,
  chordOf,
  completes,
} from "./commandKeys.ts";

const BACKSPACE = "Backspace";
/** What letters are typed into. A checkbox has no use for them. */
const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
/** A list of cards whose keys have code that is still loading. */
const LATE_LIST = "[data-late-keys]";
const LATE_CARD = `${LATE_LIST} [data-card]`;
/** A screen whose code, or that of its search, is still loading. */
const LATE_SEARCH = "[data-late-search]";
/** The longest pause in ms between the two keys of a sequence. */
const SEQUENCE_MS = 1_500;
/**
 * The time in ms that keys wait for the screen that binds them: a slow line or device may take long.
 * A key that can't wait, a press of the pointer or a moved focus ends the wait.
 */
const WAIT_MS = 10_000;

/**
 * An action may return false: the command does not apply now, so the browser handles the key. `taskId`:
 * the task that the user has clicked; a key is for the one in focus.
 */
type CommandAction = (taskId?: string) => boolean | void;

/** The actions of mounted components, the latest last. */
const bound = new Map<CommandName, CommandAction[]>();
/** Their names, and what shows them. */
let names: readonly CommandName[] = [];
const watchers = new Set<() => void>();
/** The first key of a sequence. */
let prefix: KeyboardEvent | null = null;
/**
 * Keys that were pressed before their screen was there, the command of the first, when it was pressed,
 * and what had the focus.
 */
let waiting: {
  keys: KeyboardEvent[];
  name: CommandName;
  at: number;
  focus: Element | null;
  /** Whether they are pressed again in a moment. */
  isDue?: boolean;
} | null = null;

/** The path of the screen that shows; null before the first one. */
let shownPath: string | null = null;

const NAMES = Object.keys(COMMAND_KEYS) as CommandName[];

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey);

const isIn = (selector: string, { target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether a menu or a dialog must get the key. */
const isTaken = (event: KeyboardEvent): boolean =>
  isIn('[role="menu"]', event) || document.querySelector("dialog[open]") !== null;

/** Whether the event, after the first key of a sequence, calls a command in the element that has the focus. */
function calls(event: KeyboardEvent, first: string | undefined, name: CommandName): boolean {
  const { keys, repeats, inFields, inDialogs }: CommandKeys = COMMAND_KEYS[name];
  if (!completes(chordOf(event), keys, first) || (event.repeat && !repeats)) return false;
  return (inFields || !isIn(FIELDS, event)) && (inDialogs || !isTaken(event));
}

/** Whether the next screen has the address but does not show yet. Its keys wait until then. */
const isLeaving = (): boolean => shownPath !== null && shownPath !== window.location.pathname;

/**
 * Whether the key of a command that no screen has bound waits for it. Letters and signs do nothing in
 * the browser. Other keys scroll, for example, except where their meaning is known.
 */
function canWait(event: KeyboardEvent, name: CommandName): boolean {
  if (bound.has(name) && !isLeaving()) return false;
  if (/^(shift\+)?.( .)?$/u.test(COMMAND_KEYS[name].keys)) return true;
  // The first ↓ on a screen enters its list.
  const isFirst = name === "cardBelow" && document.querySelector(LATE_LIST) !== null;
  return isFirst || isIn(LATE_CARD, event);
}

/** Whether the key is a letter or sign, which a menu may understand. */
const isSign = (event: KeyboardEvent): boolean => /^\S$/u.test(event.key) && isPlain(event);

const opensMenu = (event: KeyboardEvent): boolean =>
  NAMES.some((name) => {
    const { keys, opensMenu }: CommandKeys = COMMAND_KEYS[name];
    return opensMenu && keys === chordOf(event);
  });

/** Whether the key is for the search or the menu to which a waiting key leads. */
function isForTarget(event: KeyboardEvent): boolean {
  if (!waiting || !isPlain(event) || isIn(FIELDS, event)) return false;
  if (performance.now() - waiting.at > WAIT_MS) return false;
  if (event.key === "Enter") return waiting.keys.some(opensMenu);
  if (waiting.name !== "search" || (event.key.length !== 1 && event.key !== BACKSPACE))
    return false;
  // A screen that is complete may have no search. Its keys must work.
  const isShown = shownPath === window.location.pathname;
  return waiting.isDue === true || !isShown || document.querySelector(LATE_SEARCH) !== null;
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.getModifierState(event.key)) return;
  const first = prefix && event.timeStamp - prefix.timeStamp <= SEQUENCE_MS ? prefix : null;
  const chord = chordOf(event);
  const isFirst = NAMES.some((name) => COMMAND_KEYS[name].keys.startsWith(`${chord} `));
  prefix = isFirst && !first ? event : null;
  const isLater = isForTarget(event);
  const name = isLater
    ? undefined
    : NAMES.find((name) => calls(event, first ? chordOf(first) : undefined, name));
  if (name && (waiting?.isDue || canWait(event, name))) {
    // A change of screens moves the focus itself.
    const focus = isLeaving() ? null : document.activeElement;
    waiting ??= { name, keys: first ? [first] : [], at: performance.now(), focus };
    waiting.keys.push(event);
  } else if (waiting && isLater && event.key === BACKSPACE) {
    // It takes back a letter of the text, but not the key that leads to the search.
    if (waiting.keys.length > 1) waiting.keys.pop();
  } else if (waiting && (isLater || (!name && isSign(event) && !isIn(FIELDS, event)))) {
    waiting.keys.push(event);
  } else {
    waiting = null;
    // The action may focus a field, which must not receive the key.
    if (!name || !runCommand(name)) return;
  }
  event.preventDefault();
}

/**
 * Presses the keys again that were pressed before the command of the first one was bound, unless the
 * user or the screen has moved the focus since. The focus may have gone with the former screen.
 */
async function pressWaiting(): Promise<void> {
  if (!waiting) return;
  const pressed = waiting;
  const { keys, at, focus } = pressed;
  const { body, activeElement } = document;
  const isElsewhere = focus?.isConnected && focus !== body && focus !== activeElement;
  waiting = null;
  if (isElsewhere || performance.now() - at > WAIT_MS) return;
  pressed.isDue = false;
  // A field or a dialog may have the focus, or another component may soon bind the command.
  if (!(await pressAgain(keys))) waiting ??= pressed;
}

/**
 * Not at once: the other effects of this render may move the focus, and the event of another key may be
 * on its way to `handle`.
 */
function pressSoon(): void {
  if (!waiting || !bound.has(waiting.name) || isLeaving()) return;
  waiting.isDue = true;
  setTimeout(() => void pressWaiting());
}

/** Tells the keys that the screen of the address shows; null that none does. */
export function screenShown(path: string | null): void {
  shownPath = path;
  pressSoon();
}

/** A press of the pointer means something else. */
function forgetWaiting(): void {
  waiting = null;
}

/**
 * Listens for the keys of commands. The start calls it, so that no key is lost until a screen shows, and
 * keys of an input method reach no other listener.
 */
export function listenForKeys(): void {
  window.addEventListener("keydown", hideInputMethodKeys, true);
  document.addEventListener("keydown", handle);
  document.addEventListener("pointerdown", forgetWaiting);
}

/**
 * Runs the latest action that is bound to a command and applies now. A screen behind another one may
 * have bound it too. False if none applies.
 *
 * @param taskId the task that the user has clicked; by default the one in focus
 */
export function runCommand(name: CommandName, taskId?: string): boolean {
  return (
    bound
      .get(name)
      ?.toReversed()
      .some((action) => action(taskId) !== false) ?? false
  );
}

/** The commands that some mounted component has bound. */
export const boundCommands = (): readonly CommandName[] => names;

/** Calls `watcher` when other commands are bound. Returns what ends that. */
export function watchCommands(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setActions(name: CommandName, actions: CommandAction[]): void {
  if (actions.length > 0) bound.set(name, actions);
  else bound.delete(name);
  names = [...bound.keys()];
  for (const watcher of watchers) watcher();
}

function bind(name: CommandName, action: CommandAction): () => void {
  listenForKeys();
  setActions(name, [...(bound.get(name) ?? []), action]);
  pressSoon();
  return () => {
    setActions(name, bound.get(name)?.filter((other) => other !== action) ?? []);
  };
}

/**
 * Calls `action` when the command's keys are pressed outside fields, menus and dialogs. Of several
 * components that bind the same command, the latest to which it applies gets it. Letters that are
 * pressed before their command is bound are not lost.
 */
export function useCommand(name: CommandName, action: CommandAction): void {
  const latest = useRef(action);
  // A layout effect, so that the command is bound before the browser handles another key.
  useLayoutEffect(() => {
    latest.current = action;
  });
  useEffect(() => bind(name, (taskId) => latest.current(taskId)), [name]);
}
