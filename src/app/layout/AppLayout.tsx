import { type ReactNode, Suspense, useCallback, useId, useState } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "#app/ErrorBoundary.tsx";
import { useScreenBoundary } from "#app/useScreenBoundary.ts";
import { Spinner } from "#ui/Spinner.tsx";
import classes from "./AppLayout.module.css";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { Drawer } from "./Drawer.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { TopBar } from "./TopBar.tsx";

/** Top bar, side menu and content area (§2, layout), around every screen of a signed-in user. */
export default function AppLayout({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const boundary = useScreenBoundary();
  const drawerId = useId();
  // The history entry on which the drawer was opened. Any navigation closes the drawer.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const closeDrawer = useCallback(() => setOpenAt(null), []);
  const drawerOpen = openAt === key;
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <TopBar drawerOpen={drawerOpen} drawerId={drawerId} onDrawerOpen={() => setOpenAt(key)} />
      <div className={classes.side}>
        <SideMenu />
      </div>
      {drawerOpen && (
        <Drawer id={drawerId} onClose={closeDrawer}>
          <SideMenu />
        </Drawer>
      )}
      <main id="content" tabIndex={-1} className={classes.content}>
        <ErrorBoundary {...boundary}>
          <Suspense fallback={<Spinner />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <ConnectionBanner />
    </div>
  );
}
