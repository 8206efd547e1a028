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

/** Whether every second byte is zero, as in UTF-16 of Latin letters. */
const looksLikeUtf16 = (bytes: Uint8Array): boolean =>
  bytes.length >= 8 && [1, 3, 5, 7].every((index) => bytes[index] === 0);

/** `isGuess`: the file is no valid UTF-8, so it was read as Windows-1252. */
export interface DecodedText {
  text: string;
  isGuess: boolean;
}

/** The text of a file in UTF-8, UTF-16 or Windows-1252, the superset of Latin-1. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const as = (encoding: string, fatal = false) =>
    new TextDecoder(encoding, { fatal }).decode(bytes);
  const decoded = (text: string, isGuess = false) => {
    if (text.includes("\0")) throw new FileRefused("The file is neither text nor a zip file");
    return { text, isGuess };
  };
  if (startsWith(bytes, 0xff, 0xfe) || looksLikeUtf16(bytes)) return decoded(as("utf-16le"));
  if (startsWith(bytes, 0xfe, 0xff)) return decoded(as("utf-16be"));
  try {
    return decoded(as("utf-8", true));
  } catch (failure) {
    if (failure instanceof FileRefused) throw failure;
    return decoded(as("windows-1252"), true);
  }
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
