import { folded } from "./text.ts";

/* Labels of tasks. They are not in §7, so another server may have none. */

/** The colours of labels. The app has a light and a dark tone of each, and always shows the name too. */
export const LABEL_COLORS = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "indigo",
  "purple",
  "pink",
] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];
export const DEFAULT_LABEL_COLOR: LabelColor = "gray";

export const LABEL_NAME_MAX = 40;
/** The maximum number of labels on the server, and of a task. */
export const LABELS_MAX = 1_000;
export const TASK_LABELS_MAX = 20;
export const TOO_MANY_LABELS = `A task has at most ${TASK_LABELS_MAX} labels`;
/** The number of days for which a deleted or merged label can be restored. */
export const LABEL_RESTORE_DAYS = 30;

/** How the filter `label` matches: any of its labels, all of them, or none of them. */
export const LABEL_MATCHES = ["any", "all", "none"] as const;
export type LabelMatch = (typeof LABEL_MATCHES)[number];

/** POST /api/labels. Without a colour the label is gray. */
export interface LabelInput {
  name: string;
  color?: LabelColor | undefined;
}

/** What makes names equal: any case, any normal form, any spaces around the colon of a group. */
export const labelKey = (name: string): string =>
  folded(name.normalize("NFKC")).replace(/\s+/g, " ").replace(/ ?: ?/, ": ").trim();

/** The group of a label: `Client` of `Client: Acme`; null without one. Of a group, a task has at most one label. */
export function groupOf(name: string): string | null {
  const at = name.indexOf(":");
  const [group, own] = [name.slice(0, at).trim(), name.slice(at + 1).trim()];
  return at > 0 && group !== "" && own !== "" ? group : null;
}

/** What makes groups equal. */
export const groupKey = (name: string): string | null => {
  const group = groupOf(name);
  return group === null ? null : labelKey(group);
};
