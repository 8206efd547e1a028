import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { NAMES, type Request, type World } from "./world.ts";

/** An item of a list, in a circle. */
export const at = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % list.length];
export const TEXTS = ["Hello", "Hello @Max", "Bye", "Bye @Max"];
const ASSIGNEES = ["Max", "Bob", "Zoe", "Ada"] as const;
/** Those who are demoted, deactivated and deleted. */
const CHANGED = ["Bob", "Zoe", "Eve"] as const;
const LEAVERS = ["Bob", "Zoe"] as const;

type Chosen = Pick<Request, "method" | "url" | "body" | "file">;
type Choose = (world: World, choice: { which: number; value: number }) => Chosen;

const assignee = ({ users }: World, value: number) => {
  const name = at([...ASSIGNEES, null], value);
  return name ? users[name].user.id : null;
};
const taskUrl = ({ tasks }: World, which: number) => `/api/tasks/${at(tasks, which) ?? "none"}`;
const userUrl = ({ users }: World, which: number) =>
  `/api/users/${users[at(CHANGED, which) ?? "Eve"].user.id}`;
const commentUrl = ({ comments }: World, which: number) => {
  const { task, id } = at(comments, which) ?? { task: "none", id: "none" };
  return `/api/tasks/${task}/comments/${id}`;
};
const fileUrl = ({ files }: World, which: number) => {
  const { task, id } = at(files, which) ?? { task: "none", id: "none" };
  return `/api/tasks/${task}/files/${id}`;
};
/** Rows of which files share some, so that an import may find them present. */
const rowsOf = ({ users }: World, value: number) =>
  [0, 1, 2].map((row) => {
    const assignee_email = (row + value) % 2 ? users.Max.user.email : "";
    return `Row ${(value % 3) + row},Low,Todo,${assignee_email}`;
  });
const importUrl = ({ imports }: World, which: number) =>
  `/api/imports/${at(imports, which) ?? "none"}`;
const labelChange = ({ labels }: World, value: number) => {
  const ids = [...labels.keys()];
  return { add: [at(ids, value)], remove: [at(ids, value + 1 + (value % 2))] };
};
const edits = (world: World, value: number): readonly object[] => [
  { status: at(TASK_STATUSES, value) },
  { priority: at(TASK_PRIORITIES, value) },
  { title: `Title ${value % 4}` },
  { assignee_id: assignee(world, value) },
  { status: at(TASK_STATUSES, value), assignee_id: assignee(world, value) },
  { description: `Line ${value % 3}` },
  { labels: labelChange(world, value) },
  { labels: labelChange(world, value + 1), priority: at(TASK_PRIORITIES, value) },
  { status: "Nowhere" },
];

/** The requests, whose choices are numbers. */
export const REQUESTS = {
  create: (world, { value }) => ({
    method: "POST",
    url: "/api/tasks",
    body: { title: "Title 0", priority: "Low", assignee_id: assignee(world, value) },
  }),
  edit: (world, { which, value }) => ({
    method: "PATCH",
    url: taskUrl(world, which),
    body: at(edits(world, value), value) ?? {},
  }),
  move: ({ tasks }, { which, value }) => ({
    method: "PATCH",
    url: `/api/kanban/${at(tasks, which) ?? "none"}/status`,
    body: { status: at(TASK_STATUSES, value) },
  }),
  delete: (world, { which }) => ({ method: "DELETE", url: taskUrl(world, which) }),
  restore: (world, { which }) => ({ method: "POST", url: `${taskUrl(world, which)}/restore` }),
  comment: (world, { which, value }) => ({
    method: "POST",
    url: `${taskUrl(world, which)}/comments`,
    body: { comment: at(TEXTS, value) },
  }),
  editComment: (world, { which, value }) => ({
    method: "PATCH",
    url: commentUrl(world, which),
    body: { comment: at(TEXTS, value) },
  }),
  deleteComment: (world, { which }) => ({ method: "DELETE", url: commentUrl(world, which) }),
  addFile: (world, { which, value }) => ({
    method: "POST",
    url: `${taskUrl(world, which)}/files?name=note${value % 3}.txt`,
    file: at(TEXTS, value) ?? "",
  }),
  changeFile: (world, { which, value }) => ({
    method: "PATCH",
    url: fileUrl(world, which),
    body: { name: `other${value % 2}.txt` },
  }),
  deleteFile: (world, { which }) => ({ method: "DELETE", url: fileUrl(world, which) }),
  restoreFile: (world, { which }) => ({ method: "POST", url: `${fileUrl(world, which)}/restore` }),
  changeUser: (world, { which, value }) => ({
    method: "PUT",
    url: userUrl(world, which),
    body:
      at(
        [{ role: "admin" }, { role: "member" }, { is_active: false }, { is_active: true }],
        value,
      ) ?? {},
  }),
  deleteUser: ({ users }, { which }) => ({
    method: "DELETE",
    url: `/api/users/${users[at(LEAVERS, which) ?? "Bob"].user.id}`,
  }),
  handOver: (world, { which, value }) => ({
    method: "POST",
    url: `${userUrl(world, which)}/hand-over`,
    body: { to: assignee(world, value) },
  }),
  run: (world, { value }) => ({
    method: "POST",
    url: "/api/user-runs",
    body: {
      user_ids: LEAVERS.map((name) => world.users[name].user.id).join(),
      confirm_count: 2,
      ...at(
        [
          { action: "deactivate", hand_over_to: world.users.Max.user.id },
          { action: "activate" },
          { action: "role", role: "admin" },
          { action: "add_to_team", team: at(world.teams, value) ?? "none" },
          { action: "delete", hand_over_to: world.users.Max.user.id },
        ],
        value,
      ),
    },
  }),
  undoRun: ({ runs }, { which }) => ({
    method: "POST",
    url: `/api/user-runs/${at(runs, which) ?? "none"}/undo`,
  }),
  changeTasks: (world, { which, value }) => ({
    method: "POST",
    url: "/api/task-runs",
    body: {
      task_ids: world.tasks.slice(which % 3).join() || "none",
      ...at(
        [
          { action: "change", status: at(TASK_STATUSES, value) },
          { action: "change", assignee_id: assignee(world, value) },
          { action: "delete" },
          { action: "change", labels: labelChange(world, value) },
        ],
        which + value,
      ),
    },
  }),
  undoTasks: ({ taskRuns }, { which }) => ({
    method: "POST",
    url: `/api/task-runs/${at(taskRuns, which) ?? "none"}/undo`,
  }),
  upload: (world, { value }) => ({
    method: "POST",
    url: "/api/imports",
    file: ["Title,Priority,Status,Assignee", ...rowsOf(world, value), ""].join("\n"),
  }),
  import: (world, { which, value }) => ({
    method: "POST",
    url: `${importUrl(world, which)}/run`,
    body: { dry: value % 8 === 0 },
  }),
  undoImport: (world, { which }) => ({ method: "POST", url: `${importUrl(world, which)}/undo` }),
  createTeam: () => ({ method: "POST", url: "/api/teams", body: { name: "Crew" } }),
  addMember: ({ teams, users }, { which, value }) => ({
    method: "POST",
    url: `/api/teams/${at(teams, which) ?? "none"}/members`,
    body: { userId: users[at(NAMES, value) ?? "Ada"].user.id },
  }),
  removeMember: ({ teams, users }, { which, value }) => ({
    method: "DELETE",
    url: `/api/teams/${at(teams, which) ?? "none"}/members/${users[at(NAMES, value) ?? "Ada"].user.id}`,
  }),
  rename: ({ users }, { value }) => ({
    method: "PUT",
    url: "/api/profile",
    body: { name: `Eve ${value % 3}`, email: users.Eve.user.email },
  }),
  createToken: (_world, { value }) => ({
    method: "POST",
    url: "/api/tokens",
    body: { name: `Script ${value % 3}`, scope: at(["write", "admin"], value), days: 7 },
  }),
  revokeToken: ({ tokens }, { which }) => ({
    method: "DELETE",
    url: `/api/tokens/${at(tokens, which)?.id ?? "none"}`,
  }),
  invite: (_world, { value }) => ({
    method: "POST",
    url: "/api/invitations",
    body: { list: `guest${value % 3}@example.com`, role: "member", teams: "" },
  }),
  resetLink: (world, { which }) => ({ method: "POST", url: `${userUrl(world, which)}/reset-link` }),
  renewLink: ({ links }, { which }) => ({
    method: "POST",
    url: `/api/links/${at(links, which) ?? "none"}/renew`,
  }),
  revokeLink: ({ links }, { which }) => ({
    method: "DELETE",
    url: `/api/links/${at(links, which) ?? "none"}`,
  }),
  changeWebhook: ({ webhookId }, { value }) => ({
    method: "PATCH",
    url: `/api/webhooks/${webhookId}`,
    body: { description: `Hook ${value % 3}` },
  }),
} satisfies Record<string, Choose>;

/** Repeats of the other requests may be refused, because others have changed the same since. */
const MAY_BE_REFUSED: ReadonlySet<string> = new Set(
  ["edit", "move", "editComment", "deleteComment", "changeUser", "import", "changeFile"].concat([
    "undoImport",
    "rename",
  ]),
);
/** Whether a repeat of a successful request succeeds on any server. */
export const isRecognised = (what: string): boolean =>
  Object.hasOwn(REQUESTS, what) && !MAY_BE_REFUSED.has(what);
