import { X } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./FilterChips.module.css";

/** The set filters as buttons that remove them. */
export function FilterChips<Name extends string>({
  label,
  chips,
  onRemove,
}: {
  label: string;
  /** The filters' names, and their texts. */
  chips: readonly (readonly [name: Name, text: ReactNode])[];
  /**
   * The clicked button will be removed, and with it the focus. `beside` is the button of the chip
   * beside it, if there is one.
   */
  onRemove: (name: Name, beside: HTMLElement | undefined) => void;
}) {
  return (
    <ul className={classes.chips} aria-label={label}>
      {chips.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            className={classes.chip}
            onClick={({ currentTarget }) => onRemove(name, besideChip(currentTarget))}
          >
            <span className="visually-hidden">Remove filter: </span>
            {text}
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function besideChip(button: HTMLElement): HTMLElement | undefined {
  const item = button.parentElement;
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  return beside?.querySelector("button") ?? undefined;
}
