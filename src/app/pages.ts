import type { ComponentType } from "react";
import { lazyPart } from "#lib/lazyPart.tsx";
import type { LateSlice } from "#lib/storeParts.ts";
import type { ListeningStore, StartListening } from "#session/appExtra.ts";
import type { PageName } from "./pagePaths.ts";
import type { RootState } from "./rootReducer.ts";

/** A page, and what it needs in the store. */
interface Screen {
  default: ComponentType<object>;
  storeParts?: {
    slices?: readonly LateSlice[];
    listeners?: readonly ((
      startListening: StartListening<RootState>,
      store: ListeningStore<RootState>,
    ) => void)[];
  };
}

const page = (load: () => Promise<Screen>) => lazyPart(load);

/** Every page is a chunk of its own, with the page's name. */
export const pages = {
  login: page(() => import(/* webpackChunkName: "login" */ "#features/auth/signIn/LoginPage.tsx")),
  register: page(
    () => import(/* webpackChunkName: "register" */ "#features/auth/signIn/RegisterPage.tsx"),
  ),
  forgotPassword: page(
    () =>
      import(
        /* webpackChunkName: "forgotPassword" */ "#features/auth/links/ForgotPasswordPage.tsx"
      ),
  ),
  link: page(() => import(/* webpackChunkName: "link" */ "#features/auth/links/LinkPage.tsx")),
  dashboard: page(
    () => import(/* webpackChunkName: "dashboard" */ "./screens/DashboardScreen.tsx"),
  ),
  board: page(() => import(/* webpackChunkName: "board" */ "./screens/BoardScreen.ts")),
  tasks: page(() => import(/* webpackChunkName: "tasks" */ "./screens/TaskListScreen.ts")),
  task: page(() => import(/* webpackChunkName: "task" */ "./screens/TaskScreen.ts")),
  activity: page(
    () => import(/* webpackChunkName: "activity" */ "#features/activity/ActivityPage.tsx"),
  ),
  profile: page(() => import(/* webpackChunkName: "profile" */ "./screens/ProfileScreen.ts")),
  teams: page(() => import(/* webpackChunkName: "teams" */ "./screens/TeamsScreen.tsx")),
  users: page(() => import(/* webpackChunkName: "users" */ "./screens/UsersScreen.tsx")),
  import: page(() => import(/* webpackChunkName: "import" */ "#features/imports/ImportPage.tsx")),
  webhooks: page(
    () => import(/* webpackChunkName: "webhooks" */ "#features/webhooks/WebhooksPage.tsx"),
  ),
  audit: page(() => import(/* webpackChunkName: "audit" */ "#features/audit/AuditPage.tsx")),
} satisfies Record<PageName, unknown>;
