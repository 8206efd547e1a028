import { Suspense } from "react";
import { useSelector } from "react-redux";
import {
  UNSAFE_LocationContext as LocationContext,
  Navigate,
  Route,
  Routes,
} from "react-router-dom";
import { RetryKey } from "#lib/lazyPart.tsx";
import { paths } from "#lib/paths.ts";
import { RequireAdmin, RequireGuest, RequireSession } from "#session/guards.tsx";
import { selectReturns } from "#sync/connection/connectionSlice.ts";
import { Spinner } from "#ui/Spinner.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { pages } from "./pages.ts";
import { AppLayout, TaskPanel } from "./preload.ts";
import { useBackground } from "./useBackground.ts";
import { usePreload } from "./usePreload.ts";
import { useRouteFocus } from "./useRouteFocus.ts";
import { useScreenBoundary } from "./useScreenBoundary.ts";

/** The route table of the specification (§2), and the audit log. */
export function AppRoutes() {
  const boundary = useScreenBoundary();
  const returns = useSelector(selectReturns);
  const { shown, path, isOver } = useBackground();
  usePreload();
  useRouteFocus(shown.location);
  return (
    <ErrorBoundary {...boundary}>
      <RetryKey value={returns}>
        <Suspense fallback={<Spinner />}>
          <LocationContext value={shown}>
            <Routes>
              <Route element={<RequireGuest />}>
                <Route path={paths.login} element={<pages.login />} />
                <Route path={paths.register} element={<pages.register />} />
              </Route>
              <Route element={<RequireSession />}>
                <Route element={<AppLayout />}>
                  <Route path={paths.home} element={<pages.dashboard />} />
                  <Route path={paths.dashboard} element={<pages.dashboard />} />
                  <Route
                    path={paths.board}
                    element={
                      <ErrorBoundary {...boundary}>
                        <div>
                          <pages.board />
                        </div>
                        <Suspense fallback={null}>{isOver && <TaskPanel path={path} />}</Suspense>
                      </ErrorBoundary>
                    }
                  />
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
          </LocationContext>
        </Suspense>
      </RetryKey>
    </ErrorBoundary>
  );
}
