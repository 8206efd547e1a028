import { folded } from "#contract/text.ts";

/** How well a title matches: the smaller, the better. */
export const BEGINS = 0;
export const CONTAINS = 1;
export const SCATTERED = 2;
export const NEARLY = 3;

/** Words of at least this many letters may have one wrong letter. */
const NEARLY_FROM = 5;
/** The words of the text that are compared. The search has the same number. */
const WORDS_MAX = 20;

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, WORDS_MAX);

/** Whether a word begins with a text in which one letter is wrong, missing, too many or swapped with the next. */
export function beginsNearly(word: string, text: string): boolean {
  let at = 0;
  while (at < text.length && word[at] === text[at]) at += 1;
  const after = text.slice(at + 1);
  return (
    word.startsWith(after, at + 1) ||
    word.startsWith(after, at) ||
    word.startsWith(text.slice(at), at + 1) ||
    (word[at + 1] === text[at] &&
      word[at] === text[at + 1] &&
      word.startsWith(text.slice(at + 2), at + 2))
  );
}

/** How a title that contains the letters of the text in their order matches it. */
export function closenessOf(title: string, text: string): number {
  const at = ` ${folded(title)}`.indexOf(folded(text));
  if (at < 0) return SCATTERED;
  return wordsOf(title).some((word) => word.startsWith(wordsOf(text)[0] ?? "")) ? BEGINS : CONTAINS;
}

/** Finds the titles of which every word of the text begins a word, with one wrong letter each. */
export function nearlyMatches(text: string): (title: string) => boolean {
  const wanted = wordsOf(text);
  if (!wanted.some(({ length }) => length >= NEARLY_FROM)) return () => false;
  return (title) => {
    const words = wordsOf(title);
    return wanted.every((one) =>
      words.some((word) =>
        one.length < NEARLY_FROM ? word.startsWith(one) : beginsNearly(word, one),
      ),
    );
  };
}
