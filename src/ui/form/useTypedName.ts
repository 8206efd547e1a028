import { useRef } from "react";
import { folded } from "#contract/text.ts";

/** The pause in ms after which a typed letter begins another name. */
const TYPING_PAUSE_MS = 1000;

/** The names by which typing finds an item, folded as in searches. */
const namesOf = (item: HTMLElement): string[] => folded(item.dataset["names"] ?? "").split("\n");

/**
 * Finds the item of a list whose name the user types. Letters add up until the user pauses. The same
 * letter again finds the next item that starts with it.
 */
export function useTypedName() {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  return {
    /** Adds a key. Returns false if it is part of no name; a name has no space at its start. */
    add(key: string): boolean {
      const now = performance.now();
      if (now - typed.current.at > TYPING_PAUSE_MS) typed.current.text = "";
      const text = folded(typed.current.text + key).trimStart();
      if (!/^.$/u.test(key) || text === "") return false;
      typed.current = { text, at: now };
      return true;
    },
    /** Whether a key is the space that was typed last, within a name. */
    isSpace: (key: string): boolean => key === " " && typed.current.text.endsWith(" "),
    /** The index of the item to focus; the current one if no other has the name. */
    find(items: readonly HTMLElement[], current: number): number {
      const { text } = typed.current;
      const [letter = ""] = text;
      const next = (name: string, first: number) =>
        items
          .map((_item, step) => (first + step + items.length) % items.length)
          .find((index) =>
            namesOf(items[index] as HTMLElement).some((own) => own.startsWith(name)),
          );
      const isRepeated = text.replaceAll(letter, "") === "";
      const found = text === letter ? undefined : next(text, Math.max(current, 0));
      return found ?? (isRepeated ? next(letter, current + 1) : undefined) ?? Math.max(current, 0);
    },
  };
}
