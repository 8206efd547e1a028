/** What the first bytes of a file's type are, and where; `also` comes later. */
interface Signature {
  type: string;
  bytes: string;
  at?: number;
  also?: readonly [at: number, bytes: RegExp];
}

/** Types that people attach most. A Word document is a zip file, for example: only its name says more. */
const SIGNATURES: readonly Signature[] = [
  { type: "image/png", bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", bytes: "\xff\xd8\xff" },
  { type: "image/gif", bytes: "GIF87a" },
  { type: "image/gif", bytes: "GIF89a" },
  { type: "image/webp", bytes: "RIFF", also: [8, /^WEBP/] },
  { type: "audio/wav", bytes: "RIFF", also: [8, /^WAVE/] },
  { type: "image/avif", at: 4, bytes: "ftyp", also: [8, /^avi[fs]/] },
  { type: "image/heic", at: 4, bytes: "ftyp", also: [8, /^(?:heic|heix|mif1)/] },
  { type: "audio/mp4", at: 4, bytes: "ftyp", also: [8, /^M4A/] },
  { type: "video/quicktime", at: 4, bytes: "ftyp", also: [8, /^qt/] },
  { type: "video/mp4", at: 4, bytes: "ftyp" },
  { type: "video/webm", bytes: "\x1aE\xdf\xa3" },
  { type: "audio/mpeg", bytes: "ID3" },
  { type: "audio/mpeg", bytes: "\xff\xfb" },
  { type: "audio/flac", bytes: "fLaC" },
  { type: "audio/ogg", bytes: "OggS" },
  { type: "application/pdf", bytes: "%PDF-" },
  { type: "application/zip", bytes: "PK\x03\x04" },
  { type: "application/gzip", bytes: "\x1f\x8b" },
];

/** Control characters that no text file has: all but tab, line breaks and form feed. */
const BINARY = /[^\P{Cc}\t\n\r\f]/u;

function isText(head: Buffer): boolean {
  try {
    // With `stream`, a character that the end of the head cuts is no error.
    return !BINARY.test(new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}

/**
 * The media type of a file by its first bytes, never by its name. HTML, SVG and scripts are plain text: nobody
 * needs to see them as pages of this origin.
 */
export function fileTypeOf(head: Buffer): string {
  const start = head.toString("latin1", 0, 32);
  const found = SIGNATURES.find(
    ({ bytes, at = 0, also }) =>
      start.startsWith(bytes, at) && (!also || also[1].test(start.slice(also[0]))),
  );
  if (found) return found.type;
  return isText(head) ? "text/plain" : "application/octet-stream";
}
