import { type ClipboardEvent, useMemo, useRef, useState } from "react";
import { labelKey } from "#contract/label.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import { usePeople } from "#features/users/usePeople.tsx";
import { today } from "#lib/dates/day.ts";
import { loadFormRules } from "#lib/forms/loadFormRules.ts";
import { insertText } from "#lib/text/insertText.ts";
import { LINES_MAX, linesOf } from "./pastedLines.ts";
import { asPlainText, type ReadLine, readLine, saysMore } from "./readLine.ts";

/** A pasted line, read as a new task. */
interface PastedLine {
  read: ReadLine;
  /** Why it can't be a task. */
  error: string | undefined;
}

/** The error of a title (§5); undefined if it is valid, and if the rules can't be loaded. */
async function titleError(title: string): Promise<string | undefined> {
  const rules = await loadFormRules().catch(() => null);
  const checked = rules?.taskRule(today(), null).validateAt("title", { title });
  return await checked?.then(
    () => undefined,
    (failure: Error) => failure.message,
  );
}

/** The labels, once the text may name one. */
function useLabelsByKey(text: string) {
  const labels = useLabels(text.includes("#"));
  return useMemo(() => new Map(labels?.map((label) => [labelKey(label.name), label])), [labels]);
}

/**
 * Reads the line of a new task while the user types it. Several pasted lines are offered as a task each.
 *
 * @param isPlainAtFirst whether the text stays as it is until the line is emptied
 */
export function useTaskLine(text: string, isPlainAtFirst = false) {
  const people = usePeople();
  const labels = useLabelsByKey(text);
  const [isPlain, setPlain] = useState(isPlainAtFirst);
  const [pasted, setPasted] = useState<{ text: string; lines: string[]; errors: string[] }>();
  const isCreating = useRef(false);
  if (isPlain && !text) setPlain(false);
  // The offer ends when the user goes on typing.
  const lines = pasted?.text === text ? pasted.lines : [];

  const readText = (line: string): ReadLine =>
    isPlain ? asPlainText(line) : readLine(line, people, today(), labels);
  const read = lines.length > 0 ? asPlainText(text) : readText(text);

  function offer(offered: string[], errors: string[] = []): string {
    const joined = offered.join(" ");
    setPasted({ text: joined, lines: offered, errors });
    return joined;
  }

  return {
    isPlain,
    read,
    readText,
    /** The pasted lines that are offered; empty without an offer. */
    offered: lines.slice(0, LINES_MAX).map(
      (line, index): PastedLine => ({
        read: readLine(line, people, today(), labels),
        error: pasted?.errors[index],
      }),
    ),
    pastedCount: lines.length,
    handlePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
      const found = linesOf(event.clipboardData.getData("text/plain"));
      const field = event.currentTarget;
      const isWhole = field.selectionEnd - field.selectionStart === field.value.length;
      if (found.length < 2 || !isWhole) return;
      event.preventDefault();
      insertText(field, offer(found));
    },
    /**
     * Creates the offered tasks, the first one last, so that it is on top. Lines that can't be a title are
     * offered again. Resolves to their text; undefined while an earlier call is still under way.
     */
    async createOffered(create: (line: ReadLine) => void): Promise<string | undefined> {
      if (isCreating.current) return undefined;
      isCreating.current = true;
      const refused: [string, string][] = [];
      for (const line of lines.slice(0, LINES_MAX).toReversed()) {
        const one = readLine(line, people, today(), labels);
        const error = await titleError(one.title);
        if (error) refused.unshift([line, error]);
        else create(one);
      }
      isCreating.current = false;
      const rest = refused.map(([line]) => line);
      return offer(
        rest,
        refused.map(([, error]) => error),
      );
    },
    /** Takes back what the line means besides its text. False if it means nothing else. */
    takeBack(): boolean {
      if (lines.length > 0) setPasted(undefined);
      else if (saysMore(read)) setPlain(true);
      else return false;
      return true;
    },
  };
}

export type TaskLine = ReturnType<typeof useTaskLine>;
