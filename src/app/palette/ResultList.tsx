/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select or datalist can't show groups, details and keys (WAI-ARIA, combobox) */
import { useEffect } from "react";
import { Keys } from "#ui/button/Keys.tsx";
import classes from "./CommandPalette.module.css";
import type { PaletteEntry } from "./entries.ts";
import type { ResultGroup } from "./usePaletteResults.ts";

/** The results by group. The focus stays in the text field, which names the chosen entry. */
export function ResultList({
  id,
  results,
  current,
  onSelect,
}: {
  id: string;
  results: readonly ResultGroup[];
  current: PaletteEntry | undefined;
  onSelect: (entry: PaletteEntry) => void;
}) {
  const optionId = (entry: PaletteEntry) => `${id}-${entry.id}`;
  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView?.({ block: "nearest" });
  }, [currentId]);

  return (
    <div id={id} role="listbox" aria-label="Results" className={classes.list}>
      {results.map(({ group, entries }) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} role="presentation" className={classes.group}>
            {group}
          </div>
          {entries.map((entry) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field has the focus and handles the keys
            <div
              key={entry.id}
              id={optionId(entry)}
              role="option"
              tabIndex={-1}
              aria-selected={entry === current}
              className={classes.entry}
              onClick={() => onSelect(entry)}
            >
              <span dir="auto" className={classes.title}>
                {entry.title}
              </span>
              <span className={classes.detail}>{entry.detail}</span>
              {entry.keys && <Keys keys={entry.keys} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
