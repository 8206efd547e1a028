import type { ComponentProps } from "react";
import classes from "./FilterSelect.module.css";
import { Select } from "./Select.tsx";

/** A select of a filter bar. It stands out while it filters. */
export function FilterSelect({
  label,
  value,
  onChoose,
  ...rest
}: {
  label: string;
  /** "" while it filters nothing. */
  value: string;
  onChoose: (value: string) => void;
} & Omit<ComponentProps<"select">, "onChange">) {
  return (
    <Select
      {...rest}
      aria-label={label}
      className={value ? classes.set : classes.unset}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
