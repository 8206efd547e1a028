import { type LazyPart, lazyPart } from "#lib/lazyPart.tsx";
import type { PageName } from "./pagePaths.ts";

/** Every page is a chunk of its own, with the page's name. */
export const pages = {
  login: lazyPart(() => import(/* webpackChunkName: "login" */ "#features/auth/LoginPage.tsx")),
  register: lazyPart(
    () => import(/* webpackChunkName: "register" */ "#features/auth/RegisterPage.tsx"),
  ),
  dashboard: lazyPart(
    () => import(/* webpackChunkName: "dashboard" */ "#features/dashboard/DashboardPage.tsx"),
  ),
  board: lazyPart(
    () => import(/* webpackChunkName: "board" */ "#features/board/view/BoardPage.tsx"),
  ),
  tasks: lazyPart(
    () => import(/* webpackChunkName: "tasks" */ "#features/tasks/list/TaskListPage.tsx"),
  ),
  task: lazyPart(() => import(/* webpackChunkName: "task" */ "#features/tasks/page/TaskPage.tsx")),
  profile: lazyPart(
    () => import(/* webpackChunkName: "profile" */ "#features/profile/ProfilePage.tsx"),
  ),
  teams: lazyPart(() => import(/* webpackChunkName: "teams" */ "./screens/TeamsScreen.tsx")),
  users: lazyPart(() => import(/* webpackChunkName: "users" */ "./screens/UsersScreen.tsx")),
  audit: lazyPart(() => import(/* webpackChunkName: "audit" */ "#features/audit/AuditPage.tsx")),
} satisfies Record<PageName, LazyPart<object>>;
