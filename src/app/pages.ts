import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { lazyPage } from "./lazyPage.tsx";

/** Where each page's code comes from: every page is a chunk of its own. */
const loaders = {
  login: () => import("#features/auth/LoginPage.tsx"),
  register: () => import("#features/auth/RegisterPage.tsx"),
  dashboard: () => import("#features/dashboard/DashboardPage.tsx"),
  board: () => import("#features/board/BoardPage.tsx"),
  tasks: () => import("#features/tasks/TaskListPage.tsx"),
  task: () => import("#features/tasks/TaskPage.tsx"),
  profile: () => import("#features/profile/ProfilePage.tsx"),
  teams: () => import("#features/teams/TeamsPage.tsx"),
  users: () => import("#features/users/UsersPage.tsx"),
  audit: () => import("#features/audit/AuditPage.tsx"),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>;

export const LoginPage = lazyPage(loaders.login);
export const RegisterPage = lazyPage(loaders.register);
export const DashboardPage = lazyPage(loaders.dashboard);
export const BoardPage = lazyPage(loaders.board);
export const TaskListPage = lazyPage(loaders.tasks);
export const TaskPage = lazyPage(loaders.task);
export const ProfilePage = lazyPage(loaders.profile);
export const TeamsPage = lazyPage(loaders.teams);
export const UsersPage = lazyPage(loaders.users);
export const AuditPage = lazyPage(loaders.audit);

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
