import { type ComponentType, lazy } from "react";
import { matchPath } from "react-router-dom";
import { paths } from "#lib/paths.ts";

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
} satisfies Record<string, () => Promise<{ default: ComponentType }>>;

export const LoginPage = lazy(loaders.login);
export const RegisterPage = lazy(loaders.register);
export const DashboardPage = lazy(loaders.dashboard);
export const BoardPage = lazy(loaders.board);
export const TaskListPage = lazy(loaders.tasks);
export const TaskPage = lazy(loaders.task);
export const ProfilePage = lazy(loaders.profile);
export const TeamsPage = lazy(loaders.teams);
export const UsersPage = lazy(loaders.users);

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
];

/** Fetches the code of the page at `pathname` ahead of its showing. A failure shows when it's shown. */
export function preload(pathname: string): void {
  const found = byPath.find(([pattern]) => matchPath(pattern, pathname));
  found?.[1]().catch(() => undefined);
}
