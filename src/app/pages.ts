import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { lazyPart } from "#lib/lazyPart.tsx";
import { paths } from "#lib/paths.ts";

/** Where each page's code comes from: every page is a chunk of its own. */
const loaders = {
  login: () => import("#features/auth/LoginPage.tsx"),
  register: () => import("#features/auth/RegisterPage.tsx"),
  dashboard: () => import("#features/dashboard/DashboardPage.tsx"),
  board: () => import("#features/board/view/BoardPage.tsx"),
  tasks: () => import("#features/tasks/list/TaskListPage.tsx"),
  task: () => import("#features/tasks/page/TaskPage.tsx"),
  profile: () => import("#features/profile/ProfilePage.tsx"),
  teams: () => import("./screens/TeamsScreen.tsx"),
  users: () => import("./screens/UsersScreen.tsx"),
  audit: () => import("#features/audit/AuditPage.tsx"),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>;

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

const byPath: readonly (readonly [pattern: string, load: () => Promise<unknown>])[] = [
  [paths.login, loaders.login],
  [paths.register, loaders.register],
  [paths.home, loaders.dashboard],
  [paths.dashboard, loaders.dashboard],
  [paths.board, loaders.board],
  [paths.tasks, loaders.tasks],
  [paths.task(":id"), loaders.task],
  [paths.profile, loaders.profile],
  [paths.teams, loaders.teams],
  [paths.users, loaders.users],
  [paths.audit, loaders.audit],
];

/** Fetches the code of the page at `pathname` ahead of its showing. A failure shows when it's shown. */
export function preload(pathname: string): void {
  const found = byPath.find(([pattern]) => matchPath(pattern, pathname));
  found?.[1]().catch(() => undefined);
}
