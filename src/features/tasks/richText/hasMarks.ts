/** Any character or line beginning that Markdown may read as a mark, or the start of a bare link. */
const MARK = /[*_`~[|]|https?:\/\/|\w@\w|^[ \t]{0,3}(?:[-+#>]|\d{1,9}[.)][ \t])/m;

/** Whether a text may have Markdown. Most texts have none, and need no code to read it. */
export const hasMarks = (text: string): boolean => MARK.test(text);
