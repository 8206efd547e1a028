/** Every address of the app (§2, route table). */
export const paths = {
  home: "/",
  login: "/login",
  register: "/register",
  dashboard: "/dashboard",
  board: "/kanban",
  tasks: "/tasks",
  task: (id: string) => `/tasks/${id}`,
  profile: "/profile",
  teams: "/teams",
  users: "/users",
} as const;
