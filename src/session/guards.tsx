import { useEffect, useLayoutEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { paths } from "#lib/paths.ts";
import { Spinner } from "#ui/Spinner.tsx";
import type { StoreDispatch } from "./extra.ts";
import { sessionApi } from "./sessionApi.ts";
import {
  selectFetchedUser,
  selectIsAdmin,
  selectIsSignedIn,
  selectIsUserLoading,
  selectStoredUser,
} from "./sessionSlice.ts";
import { useDrafts } from "./useDraft.ts";

/** Screens of signed-in users: without stored refresh token and user, to sign-in (§2). */
export function RequireSession() {
  const user = useSelector(selectStoredUser)?.id;
  const [shown, setShown] = useState(user);
  if (user === undefined) return <Navigate to={paths.login} replace />;
  if (user !== shown) return <AnotherUser onHome={() => setShown(user)} />;
  return <SignedInOutlet key={user} user={user} />;
}

/**
 * In another tab somebody else has signed in: they find nothing here of what the former user had on
 * the screen, and start at home.
 */
function AnotherUser({ onHome }: { onHome: () => void }) {
  const { pathname, search } = useLocation();
  const isHome = pathname === paths.home && search === "";
  useEffect(() => {
    if (isHome) onHome();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, on arrival
  }, [isHome]);
  return isHome ? null : <Navigate to={paths.home} replace />;
}

/** The outlet for screens of a signed-in user, who has then returned from an expired session. */
function SignedInOutlet({ user }: { user: string }) {
  const drafts = useDrafts();
  const isSignedIn = useSelector(selectIsSignedIn);
  useLayoutEffect(() => {
    if (isSignedIn) drafts.returned(user);
  }, [drafts, user, isSignedIn]);
  return <Outlet />;
}

/** Screens of admins: others go home; a spinner until it is known who this is (§2). */
export function RequireAdmin() {
  const { key } = useLocation();
  // A visit of its own each time: the way home may still be loading when the next one begins.
  return useSelector(selectIsAdmin) ? <Outlet /> : <NotAdmin key={key} />;
}

function NotAdmin() {
  const isLoading = useSelector(selectIsUserLoading);
  const isAsking = useUserAskedAgain();
  // The parent may hear of the answer a frame later than this.
  const isAdmin = useSelector(selectIsAdmin);
  // Nobody can say now; the user comes when the connection is back.
  const isOffline = useSelector(selectIsOffline);
  const isUnknown = useSelector((state: WithApi) => selectFetchedUser(state) === undefined);
  if (isLoading || isAsking || isAdmin || (isOffline && isUnknown)) return <Spinner />;
  return <Navigate to={paths.home} replace />;
}

/**
 * Whoever comes here after the user could not be fetched has them fetched once more: else an admin
 * would be kept out until the app is loaded again.
 */
function useUserAskedAgain(): boolean {
  const dispatch = useDispatch<StoreDispatch<WithApi>>();
  const isUnknown = useSelector((state: WithApi) => selectFetchedUser(state) === undefined);
  const isLoading = useSelector(selectIsUserLoading);
  const [isAsking, setAsking] = useState(isUnknown && !isLoading);
  useEffect(() => {
    if (!isAsking) return;
    const options = { forceRefetch: true, subscribe: false };
    void dispatch(sessionApi.endpoints.getMe.initiate(undefined, options)).finally(() =>
      setAsking(false),
    );
  }, [isAsking, dispatch]);
  return isAsking;
}

/** Sign-in and registration: whoever is signed in, or just became so, goes home (§2). */
export function RequireGuest() {
  return useSelector(selectIsSignedIn) ? <RedirectAfterSignIn /> : <Outlet />;
}

/** Goes home; after an expired session, to the page that the user was on. */
function RedirectAfterSignIn() {
  const drafts = useDrafts();
  const user = useSelector(selectStoredUser);
  const [path] = useState(() => (user && drafts.returnPath(user.id)) ?? paths.home);
  return <Navigate to={path} replace />;
}
