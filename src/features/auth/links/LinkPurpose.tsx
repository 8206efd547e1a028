import type { ReactNode } from "react";
import type { LinkPreview } from "#contract/shapes/link.ts";
import classes from "./LinkPage.module.css";

/** The purpose of a link, and who made it. */
export const LinkPurpose = ({ children }: { children: ReactNode }) => (
  <p className={classes.about}>{children}</p>
);

/** Formats without Luxon, which would be most of the page's script. */
const INSTANT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** The end of a link's lifetime. */
export const LinkExpiry = ({ link }: { link: LinkPreview }) => (
  <>The link works once, until {INSTANT.format(new Date(link.expires_at))}.</>
);
