import { type ReactNode, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { Navigate, useLocation } from "react-router-dom";
import { adviceOf } from "#api/errors.ts";
import type { LinkKind } from "#contract/link.ts";
import { AuthLayout } from "#features/auth/AuthLayout.tsx";
import { Notice } from "#features/auth/Notice.tsx";
import { paths } from "#lib/address/paths.ts";
import { selectIsSignedIn, selectStoredUser } from "#session/authSlice.ts";
import { useLogoutMutation } from "#session/sessionApi.ts";
import { Button } from "#ui/button/Button.tsx";
import { Spinner } from "#ui/button/Spinner.tsx";
import { InvitationForm } from "./InvitationForm.tsx";
import classes from "./LinkPage.module.css";
import { useOpenLinkMutation } from "./linkApi.ts";
import { ResetForm } from "./ResetForm.tsx";

const TEXTS: Record<LinkKind, { title: string; heading: string; subtitle: string }> = {
  invitation: {
    title: "Invitation",
    heading: "Join Taskdeck",
    subtitle: "Your invitation to manage tasks together",
  },
  reset: {
    title: "New password",
    heading: "New Password",
    subtitle: "Choose the password of your account",
  },
};

/**
 * The page of an invitation or a reset link. Its token is in the address's fragment, which browsers
 * never send.
 */
export default function LinkPage() {
  const { pathname, hash } = useLocation();
  const kind = pathname.startsWith(paths.invitation) ? "invitation" : "reset";
  const { title, heading, subtitle } = TEXTS[kind];
  return (
    <AuthLayout
      pageTitle={title}
      heading={heading}
      subtitle={subtitle}
      question="Already have an account?"
      link={{ to: paths.login, label: "Sign in" }}
    >
      <ForGuests>
        <LinkContent key={hash} kind={kind} token={hash.slice(1)} />
      </ForGuests>
    </AuthLayout>
  );
}

/** Asks a signed-in user to sign out first. Redirects home after a sign-in. */
function ForGuests({ children }: { children: ReactNode }) {
  const isSignedIn = useSelector(selectIsSignedIn);
  const user = useSelector(selectStoredUser);
  const [logout] = useLogoutMutation();
  const [wasGuest, setWasGuest] = useState(!isSignedIn);
  if (!isSignedIn) {
    if (!wasGuest) setWasGuest(true);
    return children;
  }
  if (wasGuest) return <Navigate to={paths.home} replace />;
  return (
    <>
      <Notice title="You are signed in" focused={false}>
        This link is for somebody who is not. To use it, sign out as <bdi>{user?.name}</bdi> first.
      </Notice>
      <Button className={classes.button} onClick={() => void logout()}>
        Sign out
      </Button>
    </>
  );
}

function LinkContent({ kind, token }: { kind: LinkKind; token: string }) {
  const [openLink, { data: link, error, isUninitialized }] = useOpenLinkMutation();
  useEffect(() => {
    if (token && isUninitialized) void openLink({ token });
  }, [token, isUninitialized, openLink]);

  if (!token || (link && link.kind !== kind)) {
    return (
      <Notice title="This link is incomplete" focused={false}>
        Please check that you copied all of it.
      </Notice>
    );
  }
  if (error) {
    return (
      <>
        <Notice title="This link can't be used" focused={false}>
          {adviceOf(error)}
        </Notice>
        <Button className={classes.button} onClick={() => void openLink({ token })}>
          Try again
        </Button>
      </>
    );
  }
  if (!link) return <Spinner label="Opening the link" />;
  return kind === "invitation" ? (
    <InvitationForm link={link} token={token} />
  ) : (
    <ResetForm link={link} token={token} />
  );
}
