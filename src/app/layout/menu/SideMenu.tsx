import {
  CircleUser,
  FileUp,
  History,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  SquareKanban,
  Sun,
  UserCog,
  Users,
  Webhook,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router-dom";
import { useViewRows } from "#features/views/viewListApi.ts";
import { lastAddress } from "#lib/address/lastAddresses.ts";
import { backgroundIn } from "#lib/address/openedOver.ts";
import { paths } from "#lib/address/paths.ts";
import { useIdleCode } from "#lib/lazyPart.tsx";
import { selectStoredUser } from "#session/authSlice.ts";
import { selectMayHaveExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/button/Link.tsx";
import classes from "./SideMenu.module.css";

const loadLateItems = () => import("./lateItems.ts");

/** The main navigation (§2, layout). The stored user's role decides about the admin section. */
export function SideMenu() {
  const user = useSelector(selectStoredUser);
  const mayHaveMore = useSelector(selectMayHaveExtensions);
  const code = useIdleCode(loadLateItems);
  const rows = useViewRows();
  return (
    <nav aria-label="Main" className={classes.menu}>
      <ul className={classes.list}>
        <Item to={paths.dashboard} icon={LayoutDashboard} label="Dashboard" />
        <Item to={paths.board} icon={SquareKanban} label="Progress" />
        <Item to={paths.tasks} icon={ListTodo} label="Tasks" />
        {mayHaveMore && (
          <>
            {/* These keep their places until their code has loaded. */}
            <li style={{ minBlockSize: `calc(${rows} * (var(--control-md) + 1px))` }}>
              {code && <code.lateItems.Views />}
            </li>
            <Item to={paths.myWork} icon={Sun} label="My work" />
            <li className={classes.late}>{code && <code.lateItems.Unread />}</li>
          </>
        )}
      </ul>
      <Section heading="Account">
        <Item to={paths.profile} icon={CircleUser} label="Profile" />
      </Section>
      {user?.role === "admin" && (
        <Section heading="Admin">
          <Item to={paths.teams} icon={Users} label="Teams" />
          <Item to={paths.users} icon={UserCog} label="Users" />
          {mayHaveMore && (
            <>
              <Item to={paths.import} icon={FileUp} label="Import" />
              <Item to={paths.webhooks} icon={Webhook} label="Webhooks" />
              <Item to={paths.audit} icon={History} label="Audit Log" />
            </>
          )}
        </Section>
      )}
    </nav>
  );
}

/** `aria-current` of a link to the screen that shows, or to which that one belongs. */
export function useCurrent(to: string): "page" | "true" | undefined {
  const { pathname, state } = useLocation();
  const behind = backgroundIn(state)?.pathname;
  const here = behind ?? pathname;
  if (here === to || (here === paths.home && to === paths.dashboard))
    return behind ? "true" : "page";
  return here.startsWith(`${to}/`) ? "true" : undefined;
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      <ul aria-labelledby={id} className={classes.list}>
        {children}
      </ul>
    </>
  );
}

function Item({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  const current = useCurrent(to);
  const address = current === "page" ? to : lastAddress(to);
  return (
    <li>
      <Link to={address} aria-current={current} className={classes.link}>
        <Icon />
        {label}
      </Link>
    </li>
  );
}
