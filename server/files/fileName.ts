import { isBlank, withShortMarkRuns } from "#contract/characters.ts";
import { FILE_NAME_MAX } from "#contract/file.ts";

/**
 * Control characters, line separators, and invisible characters, which may change the direction of the text
 * around them. Joiners make letters and emoji of some scripts.
 */
const HARMFUL = /(?![\u200c\u200d])[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/gu;
const EXTENSION = /\.[^.\s]{1,20}$/u;

/** The beginning of a text within so many bytes of UTF-8. */
function shortened(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read).trimEnd();
}

/**
 * A file's name without a path and harmful characters, shortened before its extension. A longer name has been
 * refused.
 */
export function cleanFileName(name: string): string {
  const text = withShortMarkRuns(name.toWellFormed()).normalize("NFC");
  const last = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
  const clean = last
    .replace(HARMFUL, "")
    .trim()
    .replace(/[. ]{1,255}$/, "");
  if (isBlank(clean)) return "file";
  if (Buffer.byteLength(clean) <= FILE_NAME_MAX) return clean;
  const [extension = ""] = EXTENSION.exec(clean) ?? [];
  const stem = clean.slice(0, clean.length - extension.length);
  return shortened(stem, FILE_NAME_MAX - Buffer.byteLength(extension)) + extension;
}
