import type { ReactNode } from "react";
import classes from "./PageHeader.module.css";

/** A page's heading, sub-line and actions. The heading takes the focus after a navigation. */
export function PageHeader({
  title,
  beside,
  subtitle,
  actions,
}: {
  title: ReactNode;
  /** What acts on the title, after it. */
  beside?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <h1 dir="auto" tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {beside}
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {actions && (
        <div className={classes.actions} data-actions>
          {actions}
        </div>
      )}
    </header>
  );
}
