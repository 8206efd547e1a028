import {
  CircleUser,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Search,
  SquareKanban,
} from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { lastAddress } from "#lib/address/lastAddresses.ts";
import { paths } from "#lib/address/paths.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/button/Link.tsx";
import { useCurrent } from "./SideMenu.tsx";
import classes from "./ThumbBar.module.css";

/** The most used screens, the inbox or the profile, and the search, in reach of the thumb on a phone. */
export function ThumbBar({ inboxRef }: { inboxRef: Ref<HTMLLIElement> }) {
  const hasExtensions = useSelector(selectHasExtensions);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => void whenIdle().then(() => setIdle(true)), []);
  // The first content has come, so a response would have shown an inbox.
  const hasNoInbox = isIdle && !hasExtensions;
  return (
    <nav aria-label="Quick access" className={classes.bar}>
      <ul className={classes.list}>
        <Item to={paths.dashboard} icon={LayoutDashboard} label="Dashboard" />
        <Item to={paths.board} icon={SquareKanban} label="Board" />
        <Item to={paths.tasks} icon={ListTodo} label="Tasks" />
        {/* The top bar places the inbox's button here. Its place is kept until it is known that there is none. */}
        <li ref={inboxRef} hidden={hasNoInbox} />
        {hasNoInbox && <Item to={paths.profile} icon={CircleUser} label="Profile" />}
        <li>
          <button type="button" onClick={() => void runCommand("palette")}>
            <Search />
            <span>Search</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

function Item({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  const current = useCurrent(to);
  return (
    <li>
      <Link to={current === "page" ? to : lastAddress(to)} aria-current={current}>
        <Icon />
        <span>{label}</span>
      </Link>
    </li>
  );
}
