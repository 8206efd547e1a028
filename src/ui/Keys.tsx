import classes from "./Keys.module.css";

const ARROWS: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowRight: "→",
  ArrowLeft: "←",
};

function keysText(keys: string): string {
  if (ARROWS[keys]) return ARROWS[keys];
  const letter = keys.replace("mod+", "");
  return letter === keys ? keys : `Ctrl ${letter.length === 1 ? letter.toUpperCase() : letter}`;
}

/** A command's keys (lib/commands.ts), as they are labelled on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  return <kbd className={classes.keys}>{keysText(keys)}</kbd>;
}
