import type { ReactNode } from "react";
import { Select } from "#ui/form/Select.tsx";
import classes from "./FilterSelect.module.css";

/** The filters of a bar, and what sets one of them. */
export interface FilterProps<Name extends string> {
  name: Name;
  /** The values; "" for a filter that is not set. */
  filters: Readonly<Record<Name, string>>;
  onChoose: (name: Name, value: string) => void;
}

const NO_TEXTS: Readonly<Record<string, string>> = {};

/** A select of a filter bar. It is highlighted while its filter is set. */
export function FilterSelect<Name extends string>({
  name,
  filters,
  onChoose,
  label,
  any,
  texts = NO_TEXTS,
  children,
}: FilterProps<Name> & {
  label: string;
  /** The text if the filter is not set. */
  any: string;
  /** The values with their texts. Others are the children. */
  texts?: Readonly<Record<string, string>>;
  children?: ReactNode;
}) {
  return (
    <Select
      name={name}
      aria-label={label}
      className={filters[name] ? classes.set : classes.unset}
      value={filters[name]}
      onChange={({ target }) => onChoose(name, target.value)}
    >
      <option value="">{any}</option>
      {Object.entries(texts).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
      {children}
    </Select>
  );
}
