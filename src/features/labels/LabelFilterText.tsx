import { TriangleAlert } from "lucide-react";
import type { LabelMatch } from "#contract/label.ts";
import { NOBODY, valuesOf } from "#contract/task.ts";
import { useLabels } from "./useLabels.ts";

const NAMES_MAX = 2;

/** What a filter by labels says, before and between the names. */
const WORDS: Readonly<Record<LabelMatch, readonly [string, string]>> = {
  any: ["Label", "or"],
  all: ["Labels", "and"],
  none: ["Without", "or"],
};

/** The text of the filter `label`, for its chip. */
export const labelText =
  ({ label_match }: { label_match: string }) =>
  (label: string) => <LabelFilterText label={label} match={label_match} />;

/** It marks one that was deleted, which no task has any longer. */
function LabelFilterText({ label, match }: { label: string; match: string }) {
  const labels = useLabels();
  const values = valuesOf(label);
  const isNone = match === "none";
  if (label === NOBODY) return <span>{isNone ? "With labels" : "No labels"}</span>;
  const names = values.map((id) => {
    const name = labels?.find((one) => one.id === id)?.name;
    return name ?? (id === NOBODY ? "no label" : labels ? "a deleted label" : "one label");
  });
  const [before, between] = WORDS[(match || "any") as LabelMatch];
  const more = names.length - NAMES_MAX;
  const shown = more > 0 ? [names.slice(0, NAMES_MAX).join(", "), `${more} more`] : names;
  return (
    <>
      {names.includes("a deleted label") && <TriangleAlert aria-hidden="true" />}
      <span>{`${before} ${shown.join(` ${between} `)}`}</span>
    </>
  );
}
