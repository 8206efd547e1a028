import type { ComponentType } from "react";
import type { RootState } from "#app/state/rootReducer.ts";
import type { PageName } from "#lib/address/pagePaths.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import type { LateSlice } from "#lib/storeParts.ts";
import type { ListeningStore, StartListening } from "#session/appExtra.ts";

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
  dashboard: page(() => import(/* webpackChunkName: "dashboard" */ "./DashboardScreen.tsx")),
  board: page(() => import(/* webpackChunkName: "board" */ "#features/board/view/BoardPage.tsx")),
  tasks: page(
    () => import(/* webpackChunkName: "tasks" */ "#features/tasks/list/TaskListPage.tsx"),
  ),
  task: page(() => import(/* webpackChunkName: "task" */ "#features/tasks/page/TaskPage.tsx")),
  myWork: page(() => import(/* webpackChunkName: "myWork" */ "#features/myWork/MyWorkPage.tsx")),
  activity: page(
    () => import(/* webpackChunkName: "activity" */ "#features/activity/ActivityPage.tsx"),
  ),
  profile: page(
    () => import(/* webpackChunkName: "profile" */ "#features/profile/ProfilePage.tsx"),
  ),
  teams: page(() => import(/* webpackChunkName: "teams" */ "./TeamsScreen.tsx")),
  users: page(() => import(/* webpackChunkName: "users" */ "./UsersScreen.tsx")),
  import: page(() => import(/* webpackChunkName: "import" */ "#features/imports/ImportPage.tsx")),
  webhooks: page(
    () => import(/* webpackChunkName: "webhooks" */ "#features/webhooks/WebhooksPage.tsx"),
  ),
  labels: page(
    () => import(/* webpackChunkName: "labels" */ "#features/labels/page/LabelsPage.tsx"),
  ),
  audit: page(() => import(/* webpackChunkName: "audit" */ "#features/audit/AuditPage.tsx")),
} satisfies Record<PageName, unknown>;
