import classes from "./Spinner.module.css";

/**
 * Says that something loads. It fades in after a moment, so that a fast answer shows no flicker;
 * the screen reader hears `label` ("Loading…").
 */
export function Spinner({ label = "Loading…" }: { label?: string | undefined }) {
  return (
    <output className={classes.spinner}>
      <span className={classes.ring} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </output>
  );
}
