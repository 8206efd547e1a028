import type { ComponentProps, ReactNode } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./IconButton.module.css";

/** A square button with only an icon. `label` is its name, and with `keys`, as on a keyboard, its tooltip. */
export function IconButton({
  label,
  keys,
  icon,
  className,
  size = "md",
  type = "button",
  ...rest
}: {
  label: string;
  keys?: string | undefined;
  icon: ReactNode;
  size?: "sm" | "md" | undefined;
} & Omit<ComponentProps<"button">, "children">) {
  return (
    <button
      title={keys ? `${label} (${keys})` : label}
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- "button" unless the caller says otherwise
      type={type}
      aria-label={label}
      className={cx(classes.button, classes[size], className)}
    >
      {icon}
    </button>
  );
}
