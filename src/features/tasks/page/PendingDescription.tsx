import { useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./TaskPage.module.css";

/** Replaces a description that has not arrived yet. */
export function PendingDescription() {
  const isOffline = useSelector(selectIsOffline);
  if (isOffline) {
    return <p className={classes.faint}>The description will show when you are back online.</p>;
  }
  return (
    <>
      <output className="visually-hidden">Loading task…</output>
      <Skeleton className={classes.lines} />
    </>
  );
}
