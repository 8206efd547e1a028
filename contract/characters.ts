/** Every control character except tab and line breaks. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]/u;

/** A character that shows: no white space, none that is ignored in display, no empty Braille cell. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing, as white space and zero-width characters do. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/**
 * More than 30 combining marks in a row, the limit of the Stream-Safe Text Format (Unicode
 * Annex 15). The time to normalize a run grows with its square.
 */
const LONG_MARK_RUN = /(\p{M}{30})\p{M}+/gu;

/** Cuts every run of combining marks to 30, so that the text is safe to normalize. */
export const withShortMarkRuns = (text: string): string => text.replace(LONG_MARK_RUN, "$1");

/** The message for a text with forbidden characters; undefined if there are none. */
export function characterError(name: string, text: string): string | undefined {
  const control = CONTROL_CHARACTER.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const line = text.slice(0, control.index).split(/\r\n?|\n/).length;
    return `${name} must not contain control characters (U+${code} in line ${line})`;
  }
  if (withShortMarkRuns(text) !== text) {
    return `${name} must not contain more than 30 combining marks in a row`;
  }
  return undefined;
}
