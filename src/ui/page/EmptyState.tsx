import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

/** Replaces an empty list: what is missing, why, and what the user can do. */
export function EmptyState({
  icon,
  title,
  text,
  action,
  isPage = false,
}: {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Whether it replaces the page, so that the title is the page's heading. */
  isPage?: boolean;
}) {
  return (
    <div className={classes.state}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      {isPage ? (
        <h1 tabIndex={-1} className={classes.title}>
          {title}
        </h1>
      ) : (
        <p className={classes.title}>{title}</p>
      )}
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
