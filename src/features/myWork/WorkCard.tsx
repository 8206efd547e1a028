import type { ReactNode } from "react";
import { Card } from "#ui/page/Card.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./MyWork.module.css";

/** The card of the user's work; without children, while its code or its tasks load. */
export function WorkCard({ heading, children }: { heading?: ReactNode; children?: ReactNode }) {
  return (
    <Card aria-label="My work" className={classes.card}>
      {heading && <h2 className={classes.heading}>{heading}</h2>}
      {children || (
        <div className={classes.waiting}>
          <output className="visually-hidden">Loading your tasks…</output>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} />
          ))}
        </div>
      )}
    </Card>
  );
}
