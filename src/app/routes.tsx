import { type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import {
  UNSAFE_LocationContext as LocationContext,
  Navigate,
  NavigationType,
  useLocation,
} from "react-router-dom";
import { ErrorBoundary } from "#app/layout/ErrorBoundary.tsx";
import { useScreenBoundary } from "#app/layout/useScreenBoundary.ts";
import { pages } from "#app/screens/pages.ts";
import { pathInApp } from "#lib/address/basePath.ts";
import { type Background, backgroundIn, orderIn } from "#lib/address/openedOver.ts";
import { isAdminPage, isGuestPage, type PageName } from "#lib/address/pagePaths.ts";
import { paths } from "#lib/address/paths.ts";
import { screenShown } from "#lib/commands/useCommand.ts";
import { RetryKey } from "#lib/lazyPart.tsx";
import { RequireAdmin, RequireGuest, RequireSession } from "#session/guards.tsx";
import { selectReturnCount } from "#sync/connection/connectionSlice.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import { AppLayout, pageAt, preload, TaskPanel } from "./preload.ts";
import { useRouteFocus } from "./useRouteFocus.ts";

/**
 * Renders the page at the shown location. The routes are those of the specification (§2), the activity,
 * the audit log, the import, the webhooks and the labels.
 */
export function AppRoutes() {
  const boundary = useScreenBoundary();
  const returns = useSelector(selectReturnCount);
  const { shown, path, isOver, order } = useBackground();
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
                <ErrorBoundary {...boundary}>
                  <div>
                    <Page page={page} />
                  </div>
                  <Suspense fallback={null}>
                    {isOver && <TaskPanel path={path} order={order} />}
                  </Suspense>
                </ErrorBoundary>
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

const isSame = (one: Background, other: Background) =>
  one.pathname === other.pathname && one.search === other.search;

/**
 * The location of the page to render. While a task is open over a screen, it is that screen's
 * location. After a reload the task has the whole page, although the browser has kept the state of
 * the history entry.
 *
 * React Router's `<Routes location>` is not used, because it hides from the pages how the user came
 * there.
 */
function useBackground() {
  const real = useContext(LocationContext);
  const { key, state } = real.location;
  const [firstKey] = useState(key);
  const [under, setUnder] = useState(real);
  const background = key === firstKey ? null : backgroundIn(state);
  if (!background && under !== real) setUnder(real);
  const restored = useMemo(() => {
    if (!background) return real;
    const location = { ...background, key, state: null, hash: "" };
    return { location, navigationType: NavigationType.Pop };
  }, [real, background, key]);
  // The same object while the task is open, so that the screen behind doesn't render.
  const shown = background && isSame(under.location, background) ? under : restored;
  return {
    shown,
    path: real.location.pathname,
    isOver: background !== null,
    order: orderIn(state),
  };
}

/** The path of the app to which an event's target links. */
function pathOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return link?.origin === window.location.origin ? pathInApp(link.pathname) : null;
}

/**
 * Fetches a page's code when the pointer or the focus reaches a link to it. While a guest types, it
 * fetches the pages that most users open after they have signed in.
 */
function usePreload(): void {
  const { pathname } = useLocation();
  const isGuest = pathname === paths.login || pathname === paths.register;
  useEffect(() => {
    if (!isGuest) return undefined;
    const handleInput = () => {
      document.removeEventListener("input", handleInput);
      void preload(paths.home).then(() => preload(paths.board));
    };
    document.addEventListener("input", handleInput);
    return () => document.removeEventListener("input", handleInput);
  }, [isGuest]);
  useEffect(() => {
    function handleTarget({ target }: Event) {
      const path = pathOf(target);
      if (path) void preload(path);
    }
    document.addEventListener("pointerover", handleTarget, { passive: true });
    document.addEventListener("focusin", handleTarget);
    return () => {
      document.removeEventListener("pointerover", handleTarget);
      document.removeEventListener("focusin", handleTarget);
    };
  }, []);
}
