import classes from "./Keys.module.css";

const LABELS: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowRight: "→",
  ArrowLeft: "←",
  Escape: "Esc",
};

const SHIFT = "shift+";

function keysText(keys: string): string {
  if (keys.startsWith(SHIFT)) return `Shift ${keysText(keys.slice(SHIFT.length))}`;
  if (LABELS[keys]) return LABELS[keys];
  const letter = keys.replace("mod+", "");
  return letter === keys ? keys : `Ctrl ${letter.length === 1 ? letter.toUpperCase() : letter}`;
}

/** A command's keys (lib/commandKeys.ts), as they are labelled on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  return <kbd className={classes.keys}>{keysText(keys)}</kbd>;
}
