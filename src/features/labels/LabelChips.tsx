import { cx } from "#lib/cx.ts";
import classes from "./LabelChips.module.css";
import type { ShownLabel } from "./labelsApi.ts";
import { useLabels } from "./useLabels.ts";

/**
 * The labels of a task, always with their names. With `most` the others are a number; two are on one line. A card has the same
 * height before the names arrive, so that nothing moves.
 */
export function LabelChips({
  ids,
  most = Infinity,
  className,
}: {
  ids: readonly string[] | undefined;
  most?: number;
  className?: string | undefined;
}) {
  // Most cards have no labels, and need no names.
  return ids && ids.length > 0 && <Named ids={ids} most={most} className={className} />;
}

/** A label's name in its colour. */
export const LabelChip = ({
  label: { name, color },
  className,
}: {
  label: Pick<ShownLabel, "name" | "color">;
  className?: string | undefined;
}) => (
  <span className={cx(classes.hue, classes.chip, className)} data-color={color} title={name}>
    <span dir="auto">{name}</span>
  </span>
);

function Named({
  ids,
  most,
  className,
}: {
  ids: readonly string[];
  most: number;
  className: string | undefined;
}) {
  const labels = useLabels()?.filter(({ id }) => ids.includes(id)) ?? [];
  const shown = labels.length > most ? labels.slice(0, most - 1) : labels;
  const rest = labels.slice(shown.length).map(({ name }) => name);
  return (
    <span
      className={cx(
        classes.chips,
        most === 2 ? classes.line : most < Infinity && classes.few,
        ids.length > 2 && most > 2 && most < Infinity && classes.twoLines,
        className,
      )}
    >
      <span className="visually-hidden">Labels: </span>
      {shown.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {rest.length > 0 && (
        <span className={cx(classes.hue, classes.chip)} title={rest.join(", ")}>
          +{rest.length}
          <span className="visually-hidden">: {rest.join(", ")}</span>
        </span>
      )}
    </span>
  );
}
