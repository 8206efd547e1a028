/** An e-mail address that replaces a missing name has no initials. */
const isEmail = (name: string): boolean => /^[^\s@]+@[^\s@]+$/.test(name);

const GRAPHEMES = new Intl.Segmenter();

/** The first letter with its accents, or the first emoji with all its parts. */
const firstLetter = (word: string): string =>
  GRAPHEMES.segment(word.normalize("NFC")).containing(0)?.segment ?? "";

/** First letters of up to two words of a name, in capitals; "U" when there is none (§2, §9). */
export function initials(name: string | null | undefined): string {
  const known = (name ?? "").trim();
  const words = isEmail(known) ? [] : known.split(/\s+/u).filter(Boolean);
  const letters = words.slice(0, 2).map(firstLetter);
  return letters.join("").toUpperCase() || "U";
}
