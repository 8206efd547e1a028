import type { ComponentProps } from "react";
import { Select } from "#ui/form/Select.tsx";
import classes from "./FilterSelect.module.css";

/** A select of a filter bar. It is highlighted while its filter is set. */
export function FilterSelect({
  label,
  value,
  onChoose,
  ...rest
}: {
  label: string;
  /** "" if the filter is not set. */
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
