import type { ReactNode } from "react";
import classes from "./ToastText.module.css";

/** A toast's text, a second line that names what it is about, and a button or link. */
export function ToastText({
  text,
  detail,
  action,
}: {
  text: ReactNode;
  detail?: string;
  action?: ReactNode;
}) {
  return (
    <div className={classes.text}>
      <div className={classes.lines}>
        <p>{text}</p>
        {detail && (
          <p dir="auto" className={classes.detail}>
            {detail}
          </p>
        )}
      </div>
      {action && (
        <div aria-live="off" className={classes.action}>
          {action}
        </div>
      )}
    </div>
  );
}
