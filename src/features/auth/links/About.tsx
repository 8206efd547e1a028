import type { ReactNode } from "react";
import type { LinkPreview } from "#contract/link.ts";
import classes from "./LinkPage.module.css";

/** What a link is for, and who made it. */
export const About = ({ children }: { children: ReactNode }) => (
  <p className={classes.about}>{children}</p>
);

/** Luxon would be most of the page's script. */
const INSTANT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** Until when a link can be used. */
export const Until = ({ link }: { link: LinkPreview }) => (
  <>The link works once, until {INSTANT.format(new Date(link.expires_at))}.</>
);
