import { useEffect, useLayoutEffect, useRef } from "react";
import { COMMAND_KEYS, type CommandKeys, type CommandName } from "./commandKeys.ts";

const MOD = "mod+";
const SHIFT = "shift+";
const TYPING = "input, textarea, select, [contenteditable]";
/** The longest pause in ms between the two keys of a sequence. */
const SEQUENCE_MS = 1_500;

/** An action may return false: the command does not apply now, so the browser handles the key. */
export type CommandAction = () => boolean | void;

/** The actions of mounted components, the latest last. */
const bound = new Map<CommandName, CommandAction[]>();
/** The first key of a sequence, and when it was pressed. */
let prefix = { key: "", at: 0 };

/** Whether a field must get the key. */
const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;

/** Whether a menu or a dialog must get the key. */
function isTaken({ target }: KeyboardEvent): boolean {
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

function handle(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return;
  const isInside = isTaken(event);
  const isLate = event.timeStamp - prefix.at > SEQUENCE_MS;
  const names = [...bound.keys()];
  const first = isLate ? "" : prefix.key;
  const startsSequence = names.some((name) => COMMAND_KEYS[name].keys.startsWith(`${event.key} `));
  prefix = { key: startsSequence && first === "" ? event.key : "", at: event.timeStamp };
  for (const name of names) {
    const { keys, repeats, inFields, inDialogs }: CommandKeys = COMMAND_KEYS[name];
    if (!completes(event, keys, first) || (event.repeat && !repeats)) continue;
    if ((!inFields && isTyped(event)) || (!inDialogs && isInside)) continue;
    // The action may focus a field, which must not receive the key.
    if (runCommand(name)) event.preventDefault();
  }
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
  if (bound.size === 0) document.addEventListener("keydown", handle);
  bound.set(name, [...(bound.get(name) ?? []), action]);
  return () => {
    const others = bound.get(name)?.filter((other) => other !== action) ?? [];
    if (others.length > 0) bound.set(name, others);
    else bound.delete(name);
    if (bound.size === 0) document.removeEventListener("keydown", handle);
  };
}

/**
 * Calls `action` when the command's keys are pressed outside fields, menus and dialogs. Of several
 * components that bind the same command, the latest to which it applies gets it.
 */
export function useCommand(name: CommandName, action: CommandAction): void {
  const latest = useRef(action);
  // A layout effect, so that the command is bound before the browser handles another key.
  useLayoutEffect(() => {
    latest.current = action;
  });
  useEffect(() => bind(name, () => latest.current()), [name]);
}
