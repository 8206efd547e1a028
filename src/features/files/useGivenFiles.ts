import { useEffect, useEffectEvent, useState } from "react";
import { formatInstantFull } from "#lib/dates/day.ts";

const EDITABLE = "input, textarea, [contenteditable]";

/** Browsers call each pasted image "image.png". */
const namedByTime = (file: File): File =>
  /^image\.\w+$/.test(file.name)
    ? new File([file], file.name.replace("image", `Pasted ${nowInWords()}`), { type: file.type })
    : file;

const nowInWords = (): string => formatInstantFull(new Date().toISOString()).replaceAll(":", ".");

/** The files of a paste that is not text: an office program adds a picture to the text that it copies. */
function pastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  const files = [...(clipboardData?.files ?? [])];
  const isText =
    target instanceof Element &&
    target.closest(EDITABLE) !== null &&
    clipboardData?.getData("text/plain") !== "";
  return isText ? [] : files.map(namedByTime);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") ?? false;

/** A dialog may have a place for files of its own. */
const isBehindDialog = (): boolean => document.querySelector("dialog[open]") !== null;

/**
 * Takes files that the user drops anywhere on the page, or pastes. Returns whether files are over the page. A
 * dropped file never replaces the page.
 */
export function useGivenFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((event: Event, files: File[]) => {
    if (files.length === 0 || event.defaultPrevented || isBehindDialog()) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const stop = new AbortController();
    const on = <Name extends "paste" | "dragover" | "dragleave" | "drop">(
      name: Name,
      handle: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, handle, { signal: stop.signal });
    on("paste", (event) => take(event, pastedFiles(event)));
    on("dragover", (event) => {
      if (!hasFiles(event) || isBehindDialog()) return;
      event.preventDefault();
      setOver(true);
    });
    on("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on("drop", (event) => {
      setOver(false);
      if (hasFiles(event)) take(event, [...(event.dataTransfer?.files ?? [])]);
    });
    return () => stop.abort();
  }, []);
  return isOver;
}
