import { isUtf8 } from "node:buffer";
import { unzipSync } from "fflate";
import { IMPORT_MAX_BYTES } from "#contract/imports.ts";
import { FileRefused } from "#server/imports/formats/foreignTask.ts";

/** The file of a zip that holds the tasks, as in Vikunja's export. */
const ZIPPED_FILE = "data.json";
/** Files in the zips that spreadsheets are: of Excel, and of LibreOffice. */
const WORKBOOK_FILES = new Set(["xl/workbook.xml", "xl/workbook.bin", "content.xml"]);
const DEPTH_MAX = 64;

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte);

const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

const workbook = () =>
  new FileRefused("The file is a spreadsheet, such as .xlsx: save it as CSV, and import that");

/**
 * The file itself, or the known file in a zip. Spreadsheets are refused, and zips that would unpack
 * to too much, or that list the file twice, because each of them would be unpacked.
 */
export function unpacked(bytes: Uint8Array): Uint8Array {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw workbook();
  if (!startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return bytes;
  let isListed = false;
  let found: Uint8Array | undefined;
  try {
    found = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (WORKBOOK_FILES.has(name)) throw workbook();
        if (name !== ZIPPED_FILE) return false;
        if (isListed) throw new FileRefused(`The zip file contains ${name} twice`);
        isListed = true;
        if (originalSize <= IMPORT_MAX_BYTES) return true;
        throw new FileRefused(`${name} in the zip is larger than ${mib(IMPORT_MAX_BYTES)}`);
      },
    })[ZIPPED_FILE];
  } catch (failure) {
    if (failure instanceof FileRefused) throw failure;
    throw new FileRefused("The zip file is damaged");
  }
  if (!found) throw new FileRefused(`The zip file contains no ${ZIPPED_FILE}`);
  return found;
}

/** The part of a file that tells whether it is UTF-16, and of one that is decoded at a time. */
const PART_BYTES = 64 * 1024;

/**
 * The encoding of UTF-16 without a byte order mark. Half of a line end is a zero byte, as of each
 * delimiter; other texts have none.
 */
function unmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const zeros: [even: number, odd: number] = [0, 0];
  let lineEnds = 0;
  for (const [index, byte] of bytes.subarray(0, PART_BYTES).entries()) {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
    else if (byte === 0x0a) lineEnds += 1;
  }
  const [even, odd] = zeros;
  if (even + odd < Math.max(1, lineEnds)) return undefined;
  return odd >= even ? "utf-16le" : "utf-16be";
}

/** The characters beyond ASCII that are valid UTF-8, those that aren't, and the line of the first of these. */
function utf8Characters(bytes: Uint8Array) {
  const decoder = new TextDecoder();
  const found = { valid: 0, invalid: 0, line: 1 };
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    const end = start + PART_BYTES;
    const text = decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length });
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 0xfffd) found.invalid += 1;
      else if (code > 0x7f) found.valid += 1;
      else if (code === 0x0a && found.invalid === 0) found.line += 1;
    }
  }
  return found;
}

/** Other files that have zero bytes are no valid UTF-16. */
const BROKEN = /(?:\ufffd[^\ufffd]{0,50}){5}/;

/** `notes`: what had to be guessed. */
export interface DecodedText {
  text: string;
  notes: string[];
}

/** The text of a file in UTF-8, UTF-16 or Windows-1252, the superset of Latin-1. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = unmarkedUtf16(bytes);
  const decoded = (encoding: string, ...notes: string[]) => {
    const text = new TextDecoder(encoding).decode(bytes);
    if (text.includes("\0") || (utf16 && BROKEN.test(text.slice(0, PART_BYTES))))
      throw new FileRefused("The file is neither text nor a zip file");
    return { text, notes };
  };
  if (startsWith(bytes, 0xff, 0xfe)) return decoded("utf-16le");
  if (startsWith(bytes, 0xfe, 0xff)) return decoded("utf-16be");
  if (utf16) return decoded(utf16, "The file has no byte order mark, and was read as UTF-16.");
  if (isUtf8(bytes)) return decoded("utf-8");
  const { valid, invalid, line } = utf8Characters(bytes);
  if (invalid > valid) {
    const note = "The file is no valid UTF-8, so it was read as Windows-1252 (Latin-1).";
    return decoded("windows-1252", note);
  }
  const note = `Some bytes are no valid UTF-8, and became \ufffd: ${invalid}, the first in line ${line}.`;
  return decoded("utf-8", note);
}

/** Parses JSON. Texts nested too deeply are refused before they are parsed. */
export function parseJson(text: string): unknown {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index += 1;
      while (index < text.length && text.charCodeAt(index) !== 0x22) {
        index += text.charCodeAt(index) === 0x5c ? 2 : 1;
      }
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > DEPTH_MAX) throw new FileRefused("The JSON is nested too deeply");
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new FileRefused("The file is not valid JSON");
  }
}
