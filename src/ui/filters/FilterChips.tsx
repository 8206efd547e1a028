import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./FilterChips.module.css";

/** The texts of the filters' chips: by value, or as a function of it. In the order of the chips. */
export type ChipTexts<Filters> = {
  readonly [Name in Exclude<keyof Filters, "search">]?:
    | Readonly<Record<string, ReactNode>>
    | ((value: string) => ReactNode);
};

/** The set filters as buttons that remove them, and what stands beside them. */
export function FilterChips<Filters extends object>({
  filters,
  texts,
  onRemove,
  onLeave,
  className,
  children,
}: {
  filters: Filters;
  texts: ChipTexts<Filters>;
  onRemove: (name: Exclude<keyof Filters, "search">) => void;
  /**
   * Moves the focus from a button that will be removed. `beside` is the button of the chip beside
   * it, if there is one.
   */
  onLeave: (beside: HTMLElement | undefined) => void;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const names = Object.keys(texts) as Exclude<keyof Filters & string, "search">[];
  const chips = names.flatMap((name) => {
    const [value, text] = [String(filters[name]), texts[name]];
    return value ? [{ name, text: typeof text === "function" ? text(value) : text?.[value] }] : [];
  });
  return (
    <div className={cx(classes.row, className)}>
      {chips.length > 0 && (
        <ul className={classes.chips} aria-label="Filters">
          {chips.map(({ name, text }) => (
            <li key={name}>
              <button
                type="button"
                className={classes.chip}
                onClick={({ currentTarget }) => {
                  onLeave(besideChip(currentTarget));
                  onRemove(name);
                }}
              >
                <span className="visually-hidden">Remove filter: </span>
                <bdi>{text}</bdi>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

function besideChip(button: HTMLElement): HTMLElement | undefined {
  const item = button.parentElement;
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  return beside?.querySelector("button") ?? undefined;
}
