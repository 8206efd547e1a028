import { LANGUAGES, WORDS } from "./words.ts";

export type Concept = keyof typeof WORDS;

const COLUMNS = ["title", "description", "list", "priority", "due", "assignee", "created"] as const;

/**
 * A text without case, accents and punctuation: `Section/Column` and `section column` are equal, and so
 * are `E-Mail` and `email`.
 */
export const plainWords = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}%✓✔☑]+/gu, " ")
    .replaceAll(/ ?%/g, " %")
    .replaceAll(/\be mail\b/g, "email")
    .trim();

const words: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(WORDS).map(([concept, lines]) => [
    concept,
    lines.flatMap((line) => line.split(" | ").map(plainWords)),
  ]),
);

/** The words of a concept in all languages, as {@link plainWords} writes them. */
export const wordsOf = (concept: Concept): readonly string[] => words[concept] ?? [];

/** The words are shorter. */
const WORD_MAX = 60;

/** Whether a text is one of the words of a concept. */
export const isWordOf = (concept: Concept, text: string): boolean =>
  text.length <= WORD_MAX && wordsOf(concept).includes(plainWords(text));

/** Chinese has no spaces between words. */
const HAN = /^\p{Script=Han}{2,}$/u;

/** The length of the longest word of a concept that a text contains; 0 if it contains none. */
export function longestWordIn(concept: Concept, text: string): number {
  const plain = plainWords(text);
  const found = wordsOf(concept).filter((word) =>
    HAN.test(word) ? plain.includes(word) : ` ${plain} `.includes(` ${word} `),
  );
  return Math.max(0, ...found.map(({ length }) => length));
}

/** Whether the most names of columns that are known in one language are English. */
export function isEnglish(names: readonly string[]): boolean {
  const plain = names.map(plainWords);
  const counts = LANGUAGES.map((_language, index) => {
    const inLanguage = COLUMNS.flatMap((concept) => WORDS[concept][index]?.split(" | ") ?? []);
    const known = new Set(inLanguage.map(plainWords));
    return plain.filter((name) => known.has(name)).length;
  });
  return counts.every((count) => count <= (counts[0] ?? 0));
}
