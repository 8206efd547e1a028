/** Every route of the app (§2), the user's work, the activity, the audit log, the import, the webhooks and the labels. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  login: "/login",
  register: "/register",
  forgotPassword: "/forgot-password",
  /** The pages of links, whose tokens are in the fragment (server/links/queries.ts). */
  invitation: "/invitation",
  resetPassword: "/reset-password",
  board: "/kanban",
  tasks: "/tasks",
  /** A task's screen; `:id` yields the route's pattern. */
  task: (id: string) => `/tasks/${id === ":id" ? id : encodeURIComponent(id)}`,
  /** The tasks of a team. */
  teamTasks: (id: string) => `/tasks?team=${encodeURIComponent(id)}`,
  /** The tasks of a user. */
  userTasks: (id: string) => `/tasks?assignee=${encodeURIComponent(id)}`,
  myWork: "/my-work",
  /** What changed in the tasks. */
  activity: "/activity",
  profile: "/profile",
  teams: "/teams",
  users: "/users",
  audit: "/audit",
  import: "/import",
  webhooks: "/webhooks",
  labels: "/labels",
} as const;

/** The part of a task's address that leads to a comment. */
export const commentAnchor = (id: string): string => `#comment-${id}`;

/** The address of a screen with these filters. */
export function withFilters(path: string, filters: Record<string, string>): string {
  const query = new URLSearchParams(filters).toString();
  return query ? `${path}?${query}` : path;
}

/** The address of the task list with these filters. */
export const taskListPath = (filters: Record<string, string>): string =>
  withFilters(paths.tasks, filters);
