import { Suspense } from "react";
import { useSelector } from "react-redux";
import { Navigate, Route, Routes } from "react-router-dom";
import { RetryKey } from "#lib/lazyPart.tsx";
import { paths } from "#lib/paths.ts";
import { RequireAdmin, RequireGuest, RequireSession } from "#session/guards.tsx";
import { selectReturns } from "#sync/connection/connectionSlice.ts";
import { Spinner } from "#ui/Spinner.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { AppLayout } from "./layout/AppLayout.tsx";
import {
  AuditPage,
  BoardPage,
  DashboardPage,
  LoginPage,
  ProfilePage,
  RegisterPage,
  TaskListPage,
  TaskPage,
  TeamsPage,
  UsersPage,
} from "./pages.ts";
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
              <Route path={paths.login} element={<LoginPage />} />
              <Route path={paths.register} element={<RegisterPage />} />
            </Route>
            <Route element={<RequireSession />}>
              <Route element={<AppLayout />}>
                <Route path={paths.home} element={<DashboardPage />} />
                <Route path={paths.dashboard} element={<DashboardPage />} />
                <Route path={paths.board} element={<BoardPage />} />
                <Route path={paths.tasks} element={<TaskListPage />} />
                <Route path={paths.task(":id")} element={<TaskPage />} />
                <Route path={paths.profile} element={<ProfilePage />} />
                <Route element={<RequireAdmin />}>
                  <Route path={paths.teams} element={<TeamsPage />} />
                  <Route path={paths.users} element={<UsersPage />} />
                  <Route path={paths.audit} element={<AuditPage />} />
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
