import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { Navigate, useLocation } from "react-router-dom";
import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { paths } from "#lib/address/paths.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import type { StoreDispatch } from "./appExtra.ts";
import {
  selectFetchedUser,
  selectIsAdmin,
  selectIsSignedIn,
  selectIsUserLoading,
  selectStoredUser,
} from "./authSlice.ts";
import { sessionApi } from "./sessionApi.ts";
import { useDrafts } from "./useDraft.ts";

interface Guarded {
  children: ReactNode;
}

/** Guards the screens of signed-in users. Without refresh token and user it redirects to sign-in (§2). */
export function RequireSession({ children }: Guarded) {
  const user = useSelector(selectStoredUser)?.id;
  const [shown, setShown] = useState(user);
  if (user === undefined) return <Navigate to={paths.login} replace />;
  if (user !== shown) return <UserChanged onHome={() => setShown(user)} />;
  return (
    <SignedIn key={user} user={user}>
      {children}
    </SignedIn>
  );
}

/**
 * Another user has signed in in another tab. Redirects home before it shows any screen, so that no
 * data of the former user remains visible.
 */
function UserChanged({ onHome }: { onHome: () => void }) {
  const { pathname, search } = useLocation();
  const isHome = pathname === paths.home && search === "";
  useEffect(() => {
    if (isHome) onHome();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on arrival at home
  }, [isHome]);
  return isHome ? null : <Navigate to={paths.home} replace />;
}

/** Renders the screens of a signed-in user, and reopens the forms that an expired session closed. */
function SignedIn({ user, children }: Guarded & { user: string }) {
  const drafts = useDrafts();
  const isSignedIn = useSelector(selectIsSignedIn);
  useLayoutEffect(() => {
    if (isSignedIn) drafts.startResuming(user);
  }, [drafts, user, isSignedIn]);
  return children;
}

/** Guards admin screens. Redirects members home. Shows a spinner until the user is loaded (§2). */
export function RequireAdmin({ children }: Guarded) {
  const { key } = useLocation();
  // The key remounts NotAdmin on each visit: the redirect home of the last visit may still be loading.
  return useSelector(selectIsAdmin) ? children : <NotAdmin key={key} />;
}

function NotAdmin() {
  const isLoading = useSelector(selectIsUserLoading);
  const isRefetching = useUserRefetch();
  // The parent may render with the fetched user a frame later.
  const isAdmin = useSelector(selectIsAdmin);
  // The user is fetched when the connection is back.
  const isOffline = useSelector(selectIsOffline);
  const isUnknown = useSelector((state: WithApi) => selectFetchedUser(state) === undefined);
  if (isLoading || isRefetching || isAdmin || (isOffline && isUnknown)) return <Spinner />;
  return <Navigate to={paths.home} replace />;
}

/**
 * Refetches the user if that failed before; otherwise an admin would be locked out until
 * the next reload. Returns whether the request is under way.
 */
function useUserRefetch(): boolean {
  const dispatch = useDispatch<StoreDispatch<WithApi>>();
  const isUnknown = useSelector((state: WithApi) => selectFetchedUser(state) === undefined);
  const isLoading = useSelector(selectIsUserLoading);
  const [isRefetching, setRefetching] = useState(isUnknown && !isLoading);
  useEffect(() => {
    if (!isRefetching) return;
    const options = { forceRefetch: true, subscribe: false };
    void dispatch(sessionApi.endpoints.getMe.initiate(undefined, options)).finally(() =>
      setRefetching(false),
    );
  }, [isRefetching, dispatch]);
  return isRefetching;
}

/** Guards sign-in and registration. Redirects signed-in users home (§2). */
export function RequireGuest({ children }: Guarded) {
  return useSelector(selectIsSignedIn) ? <RedirectAfterSignIn /> : children;
}

/** Redirects home, or after an expired session to the page that the user was on. */
function RedirectAfterSignIn() {
  const drafts = useDrafts();
  const user = useSelector(selectStoredUser);
  const [path] = useState(() => (user && drafts.returnPath(user.id)) ?? paths.home);
  return <Navigate to={path} replace />;
}
