import { IMPORT_NAMES_MAX, IMPORT_ROWS_MAX } from "#contract/imports.ts";
import { isFields } from "#server/imports/formats/fields.ts";
import { FileRefused, type ReadFile } from "#server/imports/formats/foreignTask.ts";
import { isGithub, readGithub } from "#server/imports/formats/github.ts";
import { isKanboardBoard, readKanboardBoard } from "#server/imports/formats/kanboardBoard.ts";
import { isPlanka, readPlanka } from "#server/imports/formats/planka.ts";
import { isTrello, readTrello } from "#server/imports/formats/trello.ts";
import { isVikunja, readVikunja } from "#server/imports/formats/vikunja.ts";
import { readTable } from "#server/imports/table/table.ts";
import { boundedItem, boundedOutline } from "./bounds.ts";
import { type DecodedText, decodeText, parseJson, unpacked } from "./decode.ts";

function readJson(file: unknown): ReadFile {
  if (isGithub(file)) return readGithub(file);
  if (isVikunja(file)) return readVikunja(file);
  if (isFields(file)) {
    if (isTrello(file)) return readTrello(file);
    if (isPlanka(file)) return readPlanka(file);
    if (isKanboardBoard(file)) return readKanboardBoard(file);
  }
  throw new FileRefused(
    "The file is JSON, but no export of Trello or Vikunja, no board of Planka or Kanboard, and no issues of GitHub",
  );
}

/** Throws a {@link FileRefused} if the file has no tasks, or exceeds a limit. */
function requireLimits({ items, outline }: ReadFile): void {
  if (items.length === 0) throw new FileRefused("The file contains no tasks");
  if (items.length > IMPORT_ROWS_MAX) {
    throw new FileRefused(`The file contains more than ${IMPORT_ROWS_MAX} tasks: split it`);
  }
  if (outline.lists.length > IMPORT_NAMES_MAX) {
    throw new FileRefused(`The file contains more than ${IMPORT_NAMES_MAX} lists`);
  }
}

/**
 * Reads an export whose format it recognises by the content. Takes seconds for the largest files, so
 * call it in another process. Throws {@link FileRefused}.
 */
export const readFile = (bytes: Uint8Array): ReadFile => readText(decodeText(unpacked(bytes)));

/** As {@link readFile}, after the file was decoded. */
export function readText({ text, notes }: DecodedText): ReadFile {
  const start = text.trimStart().slice(0, 1);
  if (start === "") throw new FileRefused("The file is empty");
  const file = start === "{" || start === "[" ? readJson(parseJson(text)) : readTable(text);
  requireLimits(file);
  const { outline } = file;
  outline.notes.push(...notes);
  return { outline: boundedOutline(outline), items: file.items.map(boundedItem) };
}
