import { Suspense } from "react";
import { useSelector } from "react-redux";
import { Navigate, Route, Routes } from "react-router-dom";
import { RetryKey } from "#lib/lazyPart.tsx";
import { paths } from "#lib/paths.ts";
import { RequireAdmin, RequireGuest, RequireSession } from "#session/guards.tsx";
import { selectReturns } from "#sync/connection/connectionSlice.ts";
import { Spinner } from "#ui/Spinner.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { pages } from "./pages.ts";
import { AppLayout } from "./preload.ts";
import { usePreload } from "./usePreload.ts";
import { useRouteFocus } from "./useRouteFocus.ts";
import { useScreenBoundary } from "./useScreenBoundary.ts";

/** The route table of the specification (§2), and the audit log. */
export function AppRoutes() {
  const boundary = useScreenBoundary();
  const returns = useSelector(selectReturns);
  usePreload();
  useRouteFocus();
  return (
    <ErrorBoundary {...boundary}>
      <RetryKey value={returns}>
        <Suspense fallback={<Spinner />}>
          <Routes>
            <Route element={<RequireGuest />}>
              <Route path={paths.login} element={<pages.login />} />
              <Route path={paths.register} element={<pages.register />} />
            </Route>
            <Route element={<RequireSession />}>
              <Route element={<AppLayout />}>
                <Route path={paths.home} element={<pages.dashboard />} />
                <Route path={paths.dashboard} element={<pages.dashboard />} />
                <Route path={paths.board} element={<pages.board />} />
                <Route path={paths.tasks} element={<pages.tasks />} />
                <Route path={paths.task(":id")} element={<pages.task />} />
                <Route path={paths.profile} element={<pages.profile />} />
                <Route element={<RequireAdmin />}>
                  <Route path={paths.teams} element={<pages.teams />} />
                  <Route path={paths.users} element={<pages.users />} />
                  <Route path={paths.audit} element={<pages.audit />} />
                </Route>
              </Route>
            </Route>
            <Route path="*" element={<Navigate to={paths.home} replace />} />
          </Routes>
        </Suspense>
      </RetryKey>
    </ErrorBoundary>
  );
}
