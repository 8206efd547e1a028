import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { lazyPart } from "#lib/lazyPart.tsx";
import { type PageName, pagePaths } from "./pagePaths.ts";

/** Where each page's code comes from: every page is a chunk of its own, with the page's name. */
const loaders = {
  login: () => import(/* webpackChunkName: "login" */ "#features/auth/LoginPage.tsx"),
  register: () => import(/* webpackChunkName: "register" */ "#features/auth/RegisterPage.tsx"),
  dashboard: () =>
    import(/* webpackChunkName: "dashboard" */ "#features/dashboard/DashboardPage.tsx"),
  board: () => import(/* webpackChunkName: "board" */ "#features/board/view/BoardPage.tsx"),
  tasks: () => import(/* webpackChunkName: "tasks" */ "#features/tasks/list/TaskListPage.tsx"),
  task: () => import(/* webpackChunkName: "task" */ "#features/tasks/page/TaskPage.tsx"),
  profile: () => import(/* webpackChunkName: "profile" */ "#features/profile/ProfilePage.tsx"),
  teams: () => import(/* webpackChunkName: "teams" */ "./screens/TeamsScreen.tsx"),
  users: () => import(/* webpackChunkName: "users" */ "./screens/UsersScreen.tsx"),
  audit: () => import(/* webpackChunkName: "audit" */ "#features/audit/AuditPage.tsx"),
} satisfies Record<PageName, () => Promise<{ default: ComponentType }>>;

export const LoginPage = lazyPart(loaders.login);
export const RegisterPage = lazyPart(loaders.register);
export const DashboardPage = lazyPart(loaders.dashboard);
export const BoardPage = lazyPart(loaders.board);
export const TaskListPage = lazyPart(loaders.tasks);
export const TaskPage = lazyPart(loaders.task);
export const ProfilePage = lazyPart(loaders.profile);
export const TeamsPage = lazyPart(loaders.teams);
export const UsersPage = lazyPart(loaders.users);
export const AuditPage = lazyPart(loaders.audit);

/** Fetches the code of the page at `pathname` ahead of its showing. A failure shows when it's shown. */
export function preload(pathname: string): void {
  const found = pagePaths.find(([pattern]) => matchPath(pattern, pathname));
  if (found) loaders[found[1]]().catch(() => undefined);
}
