import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { Spinner } from "#ui/Spinner.tsx";
import { authApi } from "./authApi.ts";
import {
  selectFetchedUser,
  selectHasSession,
  selectIsAdmin,
  selectIsSignedIn,
  selectIsUserLoading,
} from "./sessionSlice.ts";

type GuardState = Parameters<typeof selectFetchedUser>[0];
type AuthDispatch = ThunkDispatch<GuardState, unknown, UnknownAction>;

/** Screens of signed-in users: without stored refresh token and user, to sign-in (§2). */
export function RequireSession() {
  return useSelector(selectHasSession) ? <Outlet /> : <Navigate to={paths.login} replace />;
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
  return isLoading || isAsking || isAdmin ? <Spinner /> : <Navigate to={paths.home} replace />;
}

/**
 * Whoever comes here after the user could not be fetched has them fetched once more: else an admin
 * would be kept out until the app is loaded again.
 */
function useUserAskedAgain(): boolean {
  const dispatch = useDispatch<AuthDispatch>();
  const isUnknown = useSelector((state: GuardState) => selectFetchedUser(state) === undefined);
  const isLoading = useSelector(selectIsUserLoading);
  const [isAsking, setAsking] = useState(isUnknown && !isLoading);
  useEffect(() => {
    if (!isAsking) return;
    const options = { forceRefetch: true, subscribe: false };
    void dispatch(authApi.endpoints.getMe.initiate(undefined, options)).finally(() =>
      setAsking(false),
    );
  }, [isAsking, dispatch]);
  return isAsking;
}

/** Sign-in and registration: whoever is signed in, or just became so, goes home (§2). */
export function RequireGuest() {
  return useSelector(selectIsSignedIn) ? <Navigate to={paths.home} replace /> : <Outlet />;
}
