import { useSelector } from "react-redux";
import { LABEL_MATCHES, type LabelMatch } from "#contract/label.ts";
import { NOBODY, valuesOf } from "#contract/task.ts";
import { labelOption } from "#features/labels/labelOption.tsx";
import { useLabels } from "#features/labels/useLabels.ts";
import { paths } from "#lib/address/paths.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { Link } from "#ui/button/Link.tsx";
import { OptionsGroup, Toggle, toggled } from "./FilterGroup.tsx";
import classes from "./FilterPanel.module.css";
import type { LabelFilters } from "./listQuery.ts";

const MATCH_LABELS: Readonly<Record<LabelMatch, string>> = {
  any: "Any of them",
  all: "All of them",
  none: "None of them",
};

/** The labels of tasks, and whether a task has any of the chosen ones, all of them, or none. */
export function LabelGroup({
  filters: { label: chosen, label_match: match },
  onChoose,
}: {
  filters: LabelFilters;
  onChoose: (name: keyof LabelFilters, value: string) => void;
}) {
  const labels = useLabels();
  const isAdmin = useSelector(selectStoredUser)?.role === "admin";
  if (!labels || (labels.length + chosen.length === 0 && !isAdmin)) return null;
  const values = valuesOf(chosen);
  const onToggle = (value: string) => onChoose("label", toggled(chosen, value));
  const options = labels.map((label) =>
    labelOption(label, values.includes(label.id), () => onToggle(label.id)),
  );
  const none = {
    key: NOBODY,
    label: "No labels",
    checked: values.includes(NOBODY),
    onSelect: () => onToggle(NOBODY),
  };
  return (
    <OptionsGroup label="Labels" options={[none, ...options]} several>
      {chosen !== "" && (
        <div className={classes.matches}>
          {LABEL_MATCHES.map((one) => (
            <Toggle
              key={one}
              isOn={one === (match || "any")}
              onToggle={() => onChoose("label_match", one)}
            >
              {MATCH_LABELS[one]}
            </Toggle>
          ))}
        </div>
      )}
      {isAdmin && (
        <Link to={paths.labels} className={classes.manage}>
          Manage labels
        </Link>
      )}
    </OptionsGroup>
  );
}
