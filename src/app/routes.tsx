import { type ReactNode, Suspense, useEffect } from "react";
import { useSelector } from "react-redux";
import { UNSAFE_LocationContext as LocationContext, Navigate } from "react-router-dom";
import { isAdminPage, isGuestPage, type PageName } from "#app/early/pagePaths.ts";
import { ErrorBoundary } from "#app/layout/ErrorBoundary.tsx";
import { useScreenBoundary } from "#app/layout/useScreenBoundary.ts";
import { pages } from "#app/screens/pages.ts";
import { paths } from "#lib/address/paths.ts";
import { screenShown } from "#lib/commands/useCommand.ts";
import { RetryKey } from "#lib/lazyPart.tsx";
import { RequireAdmin, RequireGuest, RequireSession } from "#session/guards.tsx";
import { selectReturnCount } from "#sync/connection/connectionSlice.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import { AppLayout, pageAt, TaskPanel } from "./preload.ts";
import { useBackground } from "./useBackground.ts";
import { usePreload } from "./usePreload.ts";
import { useRouteFocus } from "./useRouteFocus.ts";

/**
 * Renders the page at the shown location. The routes are those of the specification (§2), the activity,
 * the audit log, the import and the webhooks.
 */
export function AppRoutes() {
  const boundary = useScreenBoundary();
  const returns = useSelector(selectReturnCount);
  const { shown, path, isOver } = useBackground();
  usePreload();
  useRouteFocus(shown.location);
  useEffect(() => {
    // The address as the browser writes it. `path` only says that it has changed.
    screenShown(window.location.pathname);
    return () => screenShown(null);
  }, [path]);
  const page = pageAt(shown.location.pathname);
  return (
    <ErrorBoundary {...boundary}>
      <RetryKey value={returns}>
        <Suspense fallback={<Spinner data-late-search="" />}>
          <LocationContext value={shown}>
            {page ? (
              <Guarded page={page}>
                {page === "board" ? (
                  <ErrorBoundary {...boundary}>
                    <div>
                      <pages.board />
                    </div>
                    <Suspense fallback={null}>{isOver && <TaskPanel path={path} />}</Suspense>
                  </ErrorBoundary>
                ) : (
                  <Page page={page} />
                )}
              </Guarded>
            ) : (
              <Navigate to={paths.home} replace />
            )}
          </LocationContext>
        </Suspense>
      </RetryKey>
    </ErrorBoundary>
  );
}

function Page({ page }: { page: PageName }) {
  const Content = pages[page];
  return <Content />;
}

/** A page with its guard, and with the layout, which stays between the pages of signed-in users. */
function Guarded({ page, children }: { page: PageName; children: ReactNode }) {
  // The page of a link asks a signed-in user to sign out first.
  if (page === "link") return children;
  if (isGuestPage(page)) return <RequireGuest>{children}</RequireGuest>;
  return (
    <RequireSession>
      <AppLayout>
        {isAdminPage(page) ? <RequireAdmin>{children}</RequireAdmin> : children}
      </AppLayout>
    </RequireSession>
  );
}
