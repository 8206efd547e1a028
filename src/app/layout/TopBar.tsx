import { Menu as MenuIcon } from "lucide-react";
import {
  type ComponentType,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useDispatch, useSelector } from "react-redux";
import { ThemeMenu } from "#app/layout/menu/ThemeMenu.tsx";
import { ROLE_LABELS } from "#contract/user.ts";
import type { BellProps } from "#features/inbox/InboxBell.tsx";
import { paths } from "#lib/address/paths.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import { whenIdle } from "#lib/whenIdle.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
import { selectReturnCount } from "#sync/connection/connectionSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Brand } from "#ui/badges/Brand.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { Link } from "#ui/button/Link.tsx";
import { setTaken } from "#ui/toasts/toastRoom.ts";
import { Logout } from "./Logout.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import classes from "./TopBar.module.css";

/** The brand, shortcuts, theme, signed-in user and logout (§2, layout). */
export function TopBar({
  drawerOpen,
  drawerId,
  onDrawerOpen,
  inboxPlace,
}: {
  drawerOpen: boolean;
  drawerId: string;
  onDrawerOpen: () => void;
  /** Where the inbox's button is instead, on a phone. */
  inboxPlace: HTMLElement | null;
}) {
  const controls = useRef<HTMLDivElement>(null);
  useRoomForToasts(controls);
  return (
    <header className={classes.bar}>
      <IconButton
        label="Menu"
        icon={<MenuIcon />}
        className={classes.burger}
        aria-expanded={drawerOpen}
        aria-controls={drawerOpen ? drawerId : undefined}
        onClick={onDrawerOpen}
      />
      <Link to={paths.dashboard} className={classes.home}>
        <Brand />
      </Link>
      <div ref={controls} className={classes.end} data-bar-controls>
        <InboxSlot place={inboxPlace} />
        <Shortcuts />
        <span className={classes.theme}>
          <ThemeMenu />
        </span>
        <CurrentUser />
        <Logout />
      </div>
    </header>
  );
}

/**
 * Tells the toasts how much of the top bar's end its controls take. A property of the root would make the
 * browser resolve the styles of the whole page again, right after its first layout.
 */
function useRoomForToasts(controls: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = controls.current;
    const bar = element?.parentElement;
    if (!element || !bar) return undefined;
    const observer = new ResizeObserver(() => {
      setTaken(document.documentElement.clientWidth - element.getBoundingClientRect().left);
    });
    observer.observe(element);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      setTaken(0);
    };
  }, [controls]);
}

function CurrentUser() {
  const user = useSelector(selectStoredUser);
  if (!user) return null;
  return (
    <Link to={paths.profile} className={classes.user}>
      <Avatar name={user.name} size="sm" decorative />
      <span className={classes.details}>
        <span dir="auto" className={classes.name}>
          {user.name}
        </span>
        <span className={classes.role}>{ROLE_LABELS[user.role]}</span>
      </span>
      <span className="visually-hidden">, your profile</span>
    </Link>
  );
}

/** The inbox's place in the top bar. Its code and its content are loaded after the first content. */
function InboxSlot({ place }: { place: HTMLElement | null }) {
  const isAvailable = useSelector(selectHasExtensions);
  const returns = useSelector(selectReturnCount);
  const dispatch = useDispatch();
  const [Bell, setBell] = useState<ComponentType<BellProps>>();

  useEffect(() => {
    let isWanted = isAvailable && !Bell;
    if (isWanted) {
      whenIdle()
        .then(() =>
          loadCode(() => import(/* webpackChunkName: "idle" */ "#features/inbox/InboxBell.tsx")),
        )
        .then(
          ({ InboxBell }) => isWanted && setBell(() => InboxBell),
          // The code is fetched again when the connection returns.
          () => undefined,
        );
    }
    return () => {
      isWanted = false;
    };
  }, [isAvailable, returns, Bell]);

  // Keeps its space until a response shows whether there is an inbox, so that nothing moves.
  if (!isAvailable || !Bell) return place ? null : <span className={classes.bell} />;
  return <Bell place={place} onNotLoaded={() => codeNotLoaded(dispatch, "inbox")} />;
}
