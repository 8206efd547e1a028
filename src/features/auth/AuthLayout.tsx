import { type ReactNode, useState } from "react";
import { usePageTitle } from "#lib/hooks.ts";
import { outlivesPage } from "#session/tokens.ts";
import { Brand } from "#ui/badges/Brand.tsx";
import { Link } from "#ui/button/Link.tsx";
import classes from "./AuthLayout.module.css";

/** The layout of sign-in and registration: brand, heading, form, and a link to the other screen. */
export function AuthLayout({
  pageTitle,
  heading,
  subtitle,
  children,
  question,
  link,
}: {
  pageTitle: string;
  heading: string;
  subtitle: string;
  children: ReactNode;
  question: string;
  link: { to: string; label: string };
}) {
  usePageTitle(pageTitle);
  const [isKept] = useState(outlivesPage);
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <div className={classes.brand}>
          <Brand />
          <p className={classes.purpose}>Manage your team's tasks in one place</p>
        </div>
        <section className={classes.card} aria-labelledby="auth-heading">
          <h1 id="auth-heading" className={classes.heading}>
            {heading}
          </h1>
          <p className={classes.subtitle}>{subtitle}</p>
          {children}
          {!isKept && (
            <p className={classes.storage}>
              This browser’s storage is blocked or full, so it keeps nobody signed in: after a
              reload you sign in again.
            </p>
          )}
        </section>
        <p className={classes.other}>
          {question} <Link to={link.to}>{link.label}</Link>
        </p>
      </div>
    </main>
  );
}
