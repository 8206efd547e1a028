import classes from "./Brand.module.css";

/** The product's logo and name. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={classes.tile} />
        <rect x="7" y="7" width="5" height="18" rx="2.5" fill="#fff" />
        <rect x="13.5" y="7" width="5" height="12" rx="2.5" fill="#fff" fillOpacity=".75" />
        <rect x="20" y="7" width="5" height="7" rx="2.5" fill="#fff" fillOpacity=".5" />
      </svg>
      <span className={classes.word}>Taskdeck</span>
    </span>
  );
}
