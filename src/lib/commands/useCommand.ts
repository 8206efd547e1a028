import { useEffect, useLayoutEffect, useRef } from "react";
import { COMMAND_KEYS, type CommandKeys, type CommandName } from "./commandKeys.ts";

const MOD = "mod+";
const SHIFT = "shift+";
const TYPING = "input, textarea, select, [contenteditable]";
/** The longest pause in ms between the two keys of a sequence. */
const SEQUENCE_MS = 1_500;
/**
 * The time in ms that a key waits for the screen that binds it: a slow line or device may take long.
 * Another key, a press of the pointer or a moved focus ends the wait.
 */
const KEPT_MS = 10_000;

/** An action may return false: the command does not apply now, so the browser handles the key. */
type CommandAction = () => boolean | void;

/** The actions of mounted components, the latest last. */
const bound = new Map<CommandName, CommandAction[]>();
/** The first key of a sequence, and when it was pressed. */
let prefix = { key: "", at: 0 };
/** A command whose keys were pressed before its screen was there, and what had the focus. */
let kept: { name: CommandName; at: number; focus: Element | null } | null = null;

/** The path of the screen that shows; null before the first one. */
let shownPath: string | null = null;

const NAMES = Object.keys(COMMAND_KEYS) as CommandName[];

/** Whether a field must get the key. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;

/** Whether a menu or a dialog must get the key. */
function isTaken(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('[role="menu"]')) return true;
  return document.querySelector("dialog[open]") !== null;
}

/** Whether `key` is pressed without Ctrl, Cmd or Alt. Some keyboards need Shift for "/" or "?". */
function isAlone(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return false;
  const isCharacter = key.length === 1;
  return isCharacter || !event.shiftKey;
}

/** Whether a key is pressed with Ctrl or Cmd. On a keyboard without Latin letters, its position counts. */
function isWithMod(event: KeyboardEvent, key: string): boolean {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return false;
  if (key.length > 1) return event.key === key;
  const latin = /^[a-z]$/i.test(event.key);
  return latin ? event.key.toLowerCase() === key : event.code === `Key${key.toUpperCase()}`;
}

/** Whether the event completes the keys of a command. */
function completes(event: KeyboardEvent, keys: string, first: string): boolean {
  if (keys.startsWith(MOD)) return isWithMod(event, keys.slice(MOD.length));
  if (keys.startsWith(SHIFT)) {
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    return event.shiftKey && !isModified && event.key === keys.slice(SHIFT.length);
  }
  const [key = "", second] = keys.split(" ");
  if (second === undefined) return first === "" && isAlone(event, key);
  return first === key && isAlone(event, second);
}

/** Whether the next screen has the address but does not show yet. Its keys are kept until then. */
const isLeaving = (): boolean => shownPath !== null && shownPath !== window.location.pathname;

/** A change of screens moves the focus itself. */
function keep(name: CommandName): void {
  const focus = isLeaving() ? null : document.activeElement;
  kept = { name, at: performance.now(), focus };
}

/** Letters and signs do nothing in the browser, so they may wait. Other keys scroll, for example. */
const isLetter = (keys: string): boolean => keys.length === 1 || keys.includes(" ");

function handle(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return;
  kept = null;
  const isLate = event.timeStamp - prefix.at > SEQUENCE_MS;
  const first = isLate ? "" : prefix.key;
  const startsSequence = NAMES.some((name) => COMMAND_KEYS[name].keys.startsWith(`${event.key} `));
  prefix = { key: startsSequence && first === "" ? event.key : "", at: event.timeStamp };
  for (const name of NAMES) {
    const { keys, repeats, inFields, inDialogs }: CommandKeys = COMMAND_KEYS[name];
    if (!completes(event, keys, first) || (event.repeat && !repeats)) continue;
    if (!inFields && isTyped(event.target)) continue;
    if (!inDialogs && isTaken(event.target)) continue;
    const isKept = isLetter(keys) && (!bound.has(name) || isLeaving());
    if (isKept) keep(name);
    // The action may focus a field, which must not receive the key.
    if (isKept || runCommand(name)) event.preventDefault();
  }
}

/**
 * Runs a command whose keys were pressed shortly before it was bound, unless the user or the screen
 * has moved the focus since. The focus may have gone with the former screen.
 */
function runKept(): void {
  if (!kept || isLeaving()) return;
  const { name, at, focus } = kept;
  const { activeElement } = document;
  const isElsewhere = focus?.isConnected && focus !== document.body && focus !== activeElement;
  const isExpired = performance.now() - at > KEPT_MS;
  if (isExpired || isElsewhere || isTyped(activeElement) || isTaken(activeElement)) return;
  if (runCommand(name)) kept = null;
}

/** Tells the keys that the screen of the address shows; null that none does. */
export function screenShown(path: string | null): void {
  shownPath = path;
  queueMicrotask(runKept);
}

/** A press of the pointer means something else. */
function forgetKept(): void {
  kept = null;
}

/** Listens for the keys of commands. The start calls it, so that no key is lost until a screen shows. */
export function listenForKeys(): void {
  document.addEventListener("keydown", handle);
  document.addEventListener("pointerdown", forgetKept);
}

/**
 * Runs the latest action that is bound to a command and applies now. A screen behind another one may
 * have bound it too. False if none applies.
 */
export function runCommand(name: CommandName): boolean {
  return (
    bound
      .get(name)
      ?.toReversed()
      .some((action) => action() !== false) ?? false
  );
}

/** The commands that some mounted component has bound. */
export const boundCommands = (): CommandName[] => [...bound.keys()];

function bind(name: CommandName, action: CommandAction): () => void {
  listenForKeys();
  bound.set(name, [...(bound.get(name) ?? []), action]);
  // The other effects of this render come first: they may move the focus.
  queueMicrotask(runKept);
  return () => {
    const others = bound.get(name)?.filter((other) => other !== action) ?? [];
    if (others.length > 0) bound.set(name, others);
    else bound.delete(name);
  };
}

/**
 * Calls `action` when the command's keys are pressed outside fields, menus and dialogs. Of several
 * components that bind the same command, the latest to which it applies gets it. A letter that is
 * pressed before its command is bound is not lost.
 */
export function useCommand(name: CommandName, action: CommandAction): void {
  const latest = useRef(action);
  // A layout effect, so that the command is bound before the browser handles another key.
  useLayoutEffect(() => {
    latest.current = action;
  });
  useEffect(() => bind(name, () => latest.current()), [name]);
}
