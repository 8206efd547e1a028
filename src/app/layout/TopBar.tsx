import { Menu as MenuIcon } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { ROLE_LABELS } from "#contract/user.ts";
import { paths } from "#lib/address/paths.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Brand } from "#ui/badges/Brand.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { Link } from "#ui/button/Link.tsx";
import { setTaken } from "#ui/toasts/toastRoom.ts";
import { InboxSlot } from "./InboxSlot.tsx";
import { Logout } from "./Logout.tsx";
import { ThemeMenu } from "./menu/ThemeMenu.tsx";
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
