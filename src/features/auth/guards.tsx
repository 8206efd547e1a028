import { useSelector } from "react-redux";
import { Navigate, Outlet } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { Spinner } from "#ui/Spinner.tsx";
import {
  selectHasSession,
  selectIsAdmin,
  selectIsSignedIn,
  selectIsUserLoading,
} from "./sessionSlice.ts";

/** Screens of signed-in users: without stored refresh token and user, to sign-in (§2). */
export function RequireSession() {
  return useSelector(selectHasSession) ? <Outlet /> : <Navigate to={paths.login} replace />;
}

/** Screens of admins: others go home; a spinner until it is known who this is (§2). */
export function RequireAdmin() {
  const isAdmin = useSelector(selectIsAdmin);
  const isLoading = useSelector(selectIsUserLoading);
  if (isAdmin) return <Outlet />;
  return isLoading ? <Spinner /> : <Navigate to={paths.home} replace />;
}

/** Sign-in and registration: whoever is signed in, or just became so, goes home (§2). */
export function RequireGuest() {
  return useSelector(selectIsSignedIn) ? <Navigate to={paths.home} replace /> : <Outlet />;
}
