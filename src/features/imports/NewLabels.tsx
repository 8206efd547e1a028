import { countOf } from "#lib/text/formatCount.ts";
import classes from "./ImportPage.module.css";

/** The number of names that are shown. The report has all of them. */
const NAMES_SHOWN = 20;

/** The labels that an import has created, or would create. */
export function NewLabels({
  names,
  future = false,
}: {
  names: readonly string[];
  future?: boolean;
}) {
  if (names.length === 0) return null;
  const more = names.length > NAMES_SHOWN ? ", …" : "";
  return (
    <p className={classes.hint} dir="auto">
      {future ? "To create" : "Created"}: {countOf(names.length, "label")} (
      {names.slice(0, NAMES_SHOWN).join(", ")}
      {more})
    </p>
  );
}
