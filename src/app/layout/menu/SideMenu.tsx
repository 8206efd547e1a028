import {
  CircleUser,
  Info,
  LayoutDashboard,
  ListTodo,
  SquareKanban,
  UserCog,
  Users,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/address/paths.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { Link } from "#ui/button/Link.tsx";
import classes from "./SideMenu.module.css";

/** The main navigation (§2, layout). The stored user's role decides about the admin section. */
export function SideMenu({ onMessages }: { onMessages: () => void }) {
  const user = useSelector(selectStoredUser);
  return (
    <nav aria-label="Main" className={classes.menu}>
      <ul className={classes.list}>
        <Item
          to={paths.dashboard}
          icon={<LayoutDashboard />}
          label="Dashboard"
          holds={[paths.activity]}
        />
        <Item to={paths.board} icon={<SquareKanban />} label="Progress" />
        <Item to={paths.tasks} icon={<ListTodo />} label="Tasks" />
      </ul>
      <Section heading="Account">
        <Item to={paths.profile} icon={<CircleUser />} label="Profile" />
        <li>
          <button type="button" className={classes.link} onClick={onMessages}>
            <Info />
            Recent notifications
          </button>
        </li>
      </Section>
      {user?.role === "admin" && (
        <Section heading="Admin">
          <Item to={paths.teams} icon={<Users />} label="Teams" />
          <Item
            to={paths.users}
            icon={<UserCog />}
            label="Users"
            holds={[paths.audit, paths.import, paths.webhooks]}
          />
        </Section>
      )}
    </nav>
  );
}

/** `aria-current` of a link to a screen; `holds` are other screens that belong to it. */
export function useCurrent(to: string, holds?: readonly string[]): "page" | "true" | undefined {
  const { pathname } = useLocation();
  const here = pathname === paths.home ? paths.dashboard : pathname;
  if (here === to) return "page";
  return here.startsWith(`${to}/`) || holds?.includes(here) ? "true" : undefined;
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

function Item({
  to,
  icon,
  label,
  holds,
}: {
  to: string;
  icon: ReactNode;
  label: string;
  /** Other screens that belong to this entry. */
  holds?: readonly string[];
}) {
  return (
    <li>
      <Link to={to} aria-current={useCurrent(to, holds)} className={classes.link}>
        {icon}
        {label}
      </Link>
    </li>
  );
}
