import {
  DEFAULT_LABEL_COLOR,
  groupKey,
  groupOf,
  LABEL_NAME_MAX,
  LABELS_MAX,
  type LabelColor,
  labelKey,
  TASK_LABELS_MAX,
} from "#contract/label.ts";
import { labelRule } from "#contract/rules/label.ts";
import { characterCount } from "#contract/text.ts";
import type { ForeignLabel } from "./formats/foreignTask.ts";
import { firstCharacters } from "./formats/markdown.ts";

/** A label of a planned task, which may not exist yet. */
export interface PlannedLabel {
  /** What makes names equal. */
  key: string;
  name: string;
  color: LabelColor;
}

/** Why the description has the name of a label, by the remark that says so. */
const REMARKS = {
  name: "A name can't be that of a label; the description has it",
  long: `Names of labels over ${LABEL_NAME_MAX} characters were shortened; the description has all of them`,
  group: "A task has at most one label of a group; the description has the others",
  many: `A task has at most ${TASK_LABELS_MAX} labels; the description has the others`,
  full: `There are at most ${LABELS_MAX} labels; the description has the others`,
} as const;

/** The name by our rules: short, and with a colon only between a group and its label. Null if nothing is left. */
function labelName(text: string): string | null {
  // The lookbehind keeps the time linear.
  const ends = /^[:\s]+|(?<![:\s])[:\s]+$/g;
  const whole = text.includes(":") && groupOf(text) === null ? text.replaceAll(ends, "") : text;
  const isLong = characterCount(firstCharacters(whole, LABEL_NAME_MAX + 1)) > LABEL_NAME_MAX;
  const name = isLong ? `${firstCharacters(whole, LABEL_NAME_MAX - 1).trimEnd()}…` : whole;
  return labelRule.isValidSync({ name }) ? name : null;
}

/**
 * The labels of a foreign task, each once, and the names that its description keeps. Adds a remark for each
 * reason.
 *
 * @param hasRoom whether the server has the label, or may have one more
 */
export function plannedLabels(
  foreign: readonly ForeignLabel[],
  hasRoom: (key: string) => boolean,
  remarks: string[],
): { labels: PlannedLabel[]; left: string[] } {
  const labels = new Map<string, PlannedLabel>();
  const groups = new Set<string>();
  const reasons = new Set<keyof typeof REMARKS>();
  const left: string[] = [];
  for (const one of foreign) {
    const { name: text, color = DEFAULT_LABEL_COLOR } =
      typeof one === "string" ? { name: one } : one;
    const name = labelName(text);
    const key = labelKey(name ?? "");
    if (labels.has(key)) continue;
    const group = groupKey(name ?? "");
    const reason =
      name === null
        ? "name"
        : group !== null && groups.has(group)
          ? "group"
          : labels.size === TASK_LABELS_MAX
            ? "many"
            : hasRoom(key)
              ? null
              : "full";
    if (name !== null && reason === null) {
      labels.set(key, { key, name, color });
      if (group !== null) groups.add(group);
    }
    const kept = reason ?? (name?.endsWith("…") && name !== text ? "long" : null);
    if (kept === null) continue;
    reasons.add(kept);
    left.push(text);
  }
  remarks.push(...Array.from(reasons, (reason) => REMARKS[reason]));
  return { labels: [...labels.values()], left };
}
