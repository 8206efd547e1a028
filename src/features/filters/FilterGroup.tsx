import type { ReactNode } from "react";
import { valuesOf } from "#contract/task.ts";
import { inGroups, type PickerOption, SEARCH_FROM } from "#ui/picker/findOptions.ts";
import { OptionList } from "#ui/picker/OptionList.tsx";
import classes from "./FilterPanel.module.css";

/** Adds a value to a filter that accepts several, or removes it. */
export const toggled = (filter: string, value: string): string => {
  const values = valuesOf(filter);
  const others = values.filter((other) => other !== value);
  return (others.length < values.length ? others : [...values, value]).join();
};

/** A few options as buttons; more of them as a list with a search line. */
export function OptionsGroup({
  label,
  options,
  several = false,
  children,
}: {
  label: string;
  options: readonly PickerOption[];
  several?: boolean;
  /** Stands after the options. */
  children?: ReactNode;
}) {
  return (
    <Group label={label}>
      {options.length < SEARCH_FROM ? (
        inGroups(options).map((some) => {
          const name = some[0]?.group?.name;
          return name === undefined ? (
            some.map((option) => <OptionToggle key={option.key} option={option} />)
          ) : (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the legend of a fieldset stands on a line of its own
            <div key={name} role="group" aria-label={name} className={classes.named}>
              <span className={classes.name} aria-hidden="true">
                {name}
              </span>
              {some.map((option) => (
                <OptionToggle key={option.key} option={option} />
              ))}
            </div>
          );
        })
      ) : (
        <OptionList label={label} options={options} several={several} isInside />
      )}
      {children}
    </Group>
  );
}

function OptionToggle({ option }: { option: PickerOption }) {
  const { label, group, note, icon, checked = false, onSelect } = option;
  return (
    <Toggle isOn={checked} onToggle={onSelect}>
      {icon}
      <bdi>{group?.label ?? label}</bdi>
      {note && <span>{` (${note})`}</span>}
    </Toggle>
  );
}

/** The values of one filter, under its name. */
export function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.values}>{children}</div>
    </fieldset>
  );
}

/** A value that is chosen or not. */
export function Toggle({
  isOn,
  onToggle,
  children,
}: {
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-pressed={isOn} className={classes.value} onClick={onToggle}>
      {children}
    </button>
  );
}
