import { type ReactNode, Suspense, useCallback, useId, useState } from "react";
import { useLocation } from "react-router-dom";
import { Drawer } from "#app/layout/menu/Drawer.tsx";
import { SideMenu } from "#app/layout/menu/SideMenu.tsx";
import { ThemeMenu } from "#app/layout/menu/ThemeMenu.tsx";
import { ThumbBar } from "#app/layout/menu/ThumbBar.tsx";
import { useIdleCode } from "#lib/lazyPart.tsx";
import { THUMB_BAR, useMedia } from "#lib/useMedia.ts";
import { Spinner } from "#ui/button/Spinner.tsx";
import classes from "./AppLayout.module.css";
import banner from "./ConnectionBanner.module.css";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Logout } from "./Logout.tsx";
import { TopBar } from "./TopBar.tsx";
import { useScreenBoundary } from "./useScreenBoundary.ts";

/** Top bar, side menu and content area (§2, layout), around every screen of a signed-in user. */
export default function AppLayout({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const boundary = useScreenBoundary();
  const drawerId = useId();
  // The history entry on which the drawer was opened. The drawer is open only on that entry, so any
  // navigation closes it.
  const [opened, setOpened] = useState<string | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const hasThumbBar = useMedia(THUMB_BAR);
  const [inboxPlace, setInboxPlace] = useState<HTMLElement | null>(null);
  const drawerOpen = opened === key;
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <TopBar
        drawerOpen={drawerOpen}
        drawerId={drawerId}
        onDrawerOpen={() => setOpened(key)}
        inboxPlace={inboxPlace}
      />
      <div className={classes.side}>
        <SideMenu />
      </div>
      {drawerOpen && (
        <Drawer id={drawerId} onClose={close}>
          <SideMenu />
          <div className={classes.tools}>
            <ThemeMenu text />
            <Logout />
          </div>
        </Drawer>
      )}
      <main id="content" tabIndex={-1} className={classes.content}>
        <Printing />
        <ErrorBoundary {...boundary}>
          <Suspense fallback={<Spinner data-late-search="" />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {hasThumbBar && <ThumbBar inboxRef={setInboxPlace} />}
      <ConnectionBanner />
    </div>
  );
}

const loadPrinting = () => import(/* webpackChunkName: "printing" */ "#app/print/PrintHead.tsx");

/** What a print of the screen adds. The browser's menu may print at any time, so its code can't load then. */
function Printing() {
  const code = useIdleCode(loadPrinting);
  return code && <code.PrintHead />;
}

const loadNotice = () => import(/* webpackChunkName: "idle" */ "./ConnectionNotice.tsx");

/** The place of the connection's notice, whose code loads after the first content. */
function ConnectionBanner() {
  const code = useIdleCode(loadNotice);
  return (
    // Always rendered, because screen readers announce changes only in an existing region.
    <output aria-label="Connection" className={banner.region}>
      {code && <code.ConnectionNotice />}
    </output>
  );
}
