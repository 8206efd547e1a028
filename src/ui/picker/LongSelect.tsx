import type { FocusEventHandler, ReactNode } from "react";
import filter from "#ui/filters/FilterSelect.module.css";
import type { ControlProps } from "#ui/form/Field.tsx";
import { Select } from "#ui/form/Select.tsx";
import { PickerField } from "./PickerField.tsx";

/**
 * The most options of a native select. Browsers lay out all of them, and have no search: 9,000 names take
 * about a second, and the right one is hard to find.
 */
const NATIVE_MAX = 50;

export interface SelectChoice {
  value: string;
  label: string;
  /** Tells choices with equal labels apart. */
  note?: string | undefined;
  /** An address that typing finds the choice by, in a long list. */
  address?: string;
  /** Whether it is the signed-in user, whom a picker names as all pickers do. */
  isMe?: boolean;
  icon?: ReactNode;
}

const textOf = ({ label, note }: SelectChoice): string => (note ? `${label} (${note})` : label);

/** A native select of a few choices, or the picker in its place if there are many. */
export function LongSelect({
  label,
  value,
  choices,
  isSet,
  onChoose,
  ...control
}: {
  label: string;
  value: string;
  choices: readonly SelectChoice[];
  /** Whether it is highlighted, as a filter that is set. Without this prop it is no filter. */
  isSet?: boolean;
  name?: string;
  onBlur?: FocusEventHandler;
  onChoose: (value: string) => void;
} & Partial<ControlProps>) {
  if (choices.length <= NATIVE_MAX) {
    return (
      <Select
        {...control}
        aria-label={label}
        className={isSet === undefined ? undefined : isSet ? filter.set : filter.unset}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {textOf(choice)}
          </option>
        ))}
      </Select>
    );
  }
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <PickerField
      {...control}
      {...(isSet !== undefined && { isSet })}
      label={label}
      value={chosen ? textOf(chosen) : ""}
      options={() =>
        choices.map(({ isMe = false, ...choice }) => ({
          ...choice,
          ...(isMe && { label: "Me", name: choice.label, note: undefined }),
          key: choice.value,
          checked: choice.value === value,
          onSelect: () => onChoose(choice.value),
        }))
      }
    />
  );
}
