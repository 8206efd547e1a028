import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./Button.module.css";
import { Link, type LinkProps } from "./Link.tsx";

interface Look {
  variant?: "primary" | "secondary" | "ghost" | "danger" | undefined;
  size?: "sm" | "md" | undefined;
  icon?: ReactNode;
}

function lookOf({ variant = "secondary", size = "md" }: Look, className?: string): string {
  return cx(classes.button, classes[variant], classes[size], className);
}

/**
 * A button. While `busy` it keeps its focus, informs screen readers, and ignores clicks, so
 * that nothing is sent twice.
 */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: Look & { busy?: boolean | undefined } & ComponentProps<"button">) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- "button" unless the caller says otherwise
      type={type}
      className={lookOf({ variant, size }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
    >
      {busy ? <span className={classes.spinner} aria-hidden="true" /> : icon}
      <span className={classes.text}>{children}</span>
    </button>
  );
}

/** A link that looks like a button. It navigates; a `Button` acts. */
export function LinkButton({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Look & LinkProps) {
  return (
    <Link data-button="" {...rest} className={lookOf({ variant, size }, className)}>
      {icon}
      <span className={classes.text}>{children}</span>
    </Link>
  );
}
