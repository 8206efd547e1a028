/** Every route of the app (§2); the audit log is beyond it. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  login: "/login",
  register: "/register",
  board: "/kanban",
  tasks: "/tasks",
  /** A task's own screen; `:id` gives the route's pattern. */
  task: (id: string) => `/tasks/${id === ":id" ? id : encodeURIComponent(id)}`,
  profile: "/profile",
  teams: "/teams",
  users: "/users",
  audit: "/audit",
} as const;
