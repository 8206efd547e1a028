import { Activity, ChevronRight } from "lucide-react";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { Link } from "#ui/button/Link.tsx";
import card from "#ui/page/Card.module.css";
import classes from "./ActivityCard.module.css";

/** Leads from the dashboard to what changed. */
export function ActivityCard() {
  return (
    <Link to={paths.activity} aria-keyshortcuts="g c" className={cx(card.card, classes.card)}>
      <Activity aria-hidden="true" />
      <span className={classes.text}>
        <strong>What changed</strong>
        <span className={classes.note}>Who changed what, since your last visit</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
