import { type ReactNode, useEffect, useRef } from "react";
import classes from "./AuthLayout.module.css";

/**
 * Shown in place of the form. Set `focused` after a submission: the focused button has disappeared, so
 * the message takes the focus.
 */
export function Notice({
  title,
  focused,
  children,
}: {
  title: string;
  focused: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) ref.current?.focus();
  }, [focused]);
  return (
    <div ref={ref} className={classes.notice} tabIndex={-1}>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
