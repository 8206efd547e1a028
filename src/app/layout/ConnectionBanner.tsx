import { useIdleCode } from "#lib/lazyPart.tsx";
import classes from "./ConnectionBanner.module.css";

const loadNotice = () => import("./ConnectionNotice.tsx");

/** The place of the connection's notice, whose code loads after the first content. */
export function ConnectionBanner() {
  const code = useIdleCode(loadNotice);
  return (
    // Always rendered, because screen readers announce changes only in an existing region.
    <output aria-label="Connection" className={classes.region}>
      {code && <code.ConnectionNotice />}
    </output>
  );
}
