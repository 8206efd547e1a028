import { expect } from "@jest/globals";
import fc from "fast-check";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { makeDeliveries } from "#server/webhooks/makeDeliveries.ts";
import { NAMES, type Name, type Request, type World } from "./world.ts";

/** A request with choices as numbers, whether it is repeated, and whether the server is stopped. */
export interface Command {
  what: keyof typeof REQUESTS | "deliver";
  by: number;
  /** The server that gets the request. A repeat goes to the other one. */
  server: number;
  which: number;
  value: number;
  isRepeated: boolean;
  stop: "no" | "during" | "before the repeat";
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
const TEXTS = ["Hello", "Hello @Max", "Bye", "Bye @Max"];
const ASSIGNEES = ["Max", "Bob", "Zoe", "Ada"] as const;
/** Those who are demoted, deactivated and deleted. */
const CHANGED = ["Bob", "Zoe", "Eve"] as const;
const LEAVERS = ["Bob", "Zoe"] as const;

type Chosen = Pick<Request, "method" | "url" | "body">;
type Choose = (world: World, choice: Pick<Command, "which" | "value">) => Chosen;

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
const edits = (world: World, value: number): readonly object[] => [
  { status: at(TASK_STATUSES, value) },
  { priority: at(TASK_PRIORITIES, value) },
  { title: `Title ${value % 4}` },
  { assignee_id: assignee(world, value) },
  { status: at(TASK_STATUSES, value), assignee_id: assignee(world, value) },
  { description: `Line ${value % 3}` },
  { status: "Nowhere" },
];

const REQUESTS = {
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
        ],
        which + value,
      ),
    },
  }),
  undoTasks: ({ taskRuns }, { which }) => ({
    method: "POST",
    url: `/api/task-runs/${at(taskRuns, which) ?? "none"}/undo`,
  }),
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
    body: { name: `Script ${value % 3}`, scope: "write", days: 7 },
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

/** Repeats of these succeed on any server. */
const RECOGNISED: ReadonlySet<Command["what"]> = new Set([
  "create",
  "delete",
  "restore",
  "comment",
  "createTeam",
  "addMember",
  "removeMember",
  "deleteUser",
  "handOver",
  "run",
  "undoRun",
  "changeTasks",
  "undoTasks",
  "createToken",
  "revokeToken",
  "invite",
  "resetLink",
  "renewLink",
  "revokeLink",
  "changeWebhook",
] as const);

/** What is chosen most often, so that there are tasks to change. */
const OFTEN = ["create", "edit", "edit", "move", "comment", "delete", "restore"] as const;

export const command: fc.Arbitrary<Command> = fc.record({
  what: fc.constantFrom(
    ...OFTEN,
    ...(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]),
    "deliver" as const,
  ),
  by: fc.nat(NAMES.length - 1),
  server: fc.nat(1),
  which: fc.nat(20),
  value: fc.nat(20),
  isRepeated: fc.boolean(),
  stop: fc.constantFrom("no", "no", "no", "no", "during", "before the repeat"),
});

const TABLES = [
  "changes",
  "notifications",
  "tasks",
  "comments",
  "jobs",
  "task_runs",
  "secrets",
] as const;

/** What a refused request must not change. */
async function sizes({ server: { db } }: World): Promise<unknown> {
  const count = async (table: (typeof TABLES)[number]) =>
    await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .execute();
  return await Promise.all(TABLES.map(count));
}

interface Made {
  task?: { id: string; assignee_id: string | null };
  team?: { id: string };
  run?: { id: string };
  token?: { id: string };
  link?: { id: string };
  results?: { made: { link: { id: string } } | null }[];
  id?: string;
}

/** Remembers the id of what a request has made. */
function learn(world: World, { what, value }: Command, { by, url }: Request, body: Made): void {
  const add = (list: string[], id: string | undefined) => {
    if (id !== undefined && !list.includes(id)) list.push(id);
  };
  if (what === "create" && body.task && !world.tasks.includes(body.task.id)) {
    world.tasks.push(body.task.id);
    world.assignees.set(body.task.id, body.task.assignee_id);
  }
  if (what === "createTeam") add(world.teams, body.team?.id);
  if (what === "run") add(world.runs, body.run?.id);
  if (what === "changeTasks" || what === "handOver") add(world.taskRuns, body.run?.id);
  if (body.token && !world.tokens.some(({ id }) => id === body.token?.id)) {
    world.tokens.push({ by, id: body.token.id });
  }
  for (const { made } of body.results ?? []) add(world.links, made?.link.id);
  add(world.links, body.link?.id);
  if ((what === "comment" || what === "editComment") && body.id !== undefined) {
    const { id } = body;
    const [, , , task = ""] = url.split("/");
    if (!world.comments.some((one) => one.id === id)) world.comments.push({ task, id });
    world.said.set(world.server.clock.time.toISOString(), { id, text: at(TEXTS, value) ?? "" });
  }
}

/** Who sends a request. A name is changed, and a token revoked, by its owner. */
function makerOf({ tokens }: World, { what, by, which }: Command): Name {
  if (what === "rename") return "Eve";
  if (what === "revokeToken") return at(tokens, which)?.by ?? "Ada";
  return NAMES[by] ?? "Ada";
}

/** Carries out a command. A refused request must change nothing, nor may a repeat of a successful one. */
export async function carryOut(world: World, one: Command): Promise<void> {
  world.advance(1_000);
  if (one.what === "deliver") {
    await Promise.all([makeDeliveries(world.server.db), makeDeliveries(world.serverAt(1).db)]);
    return;
  }
  const request: Request = { by: makerOf(world, one), ...REQUESTS[one.what](world, one) };
  const key = crypto.randomUUID();
  if (["handOver", "run", "undoRun", "changeTasks", "deleteUser"].includes(one.what)) {
    world.bulkTimes.add(world.server.clock.time.toISOString());
  }
  if (one.what === "undoTasks") world.undoTimes.add(world.server.clock.time.toISOString());
  const before = await sizes(world);
  if (one.stop === "during")
    await world.restart(async () => await world.send(request, key, one.server));
  const isFirst = one.stop !== "during";
  const response = await world.send(request, key, one.server);
  await world.finishJobs();
  await world.client.update(world.serverAt(one.which), world.users.Max);
  expect([one.what, response.status]).not.toEqual([one.what, 500]);
  const isSuccess = response.status < 300;
  if (isSuccess) learn(world, one, request, response.body);
  else if (isFirst) expect(await sizes(world)).toEqual(before);
  if (!one.isRepeated || !isSuccess) return;
  const after = await sizes(world);
  if (one.stop === "before the repeat") await world.restart();
  const again = await world.send(request, key, one.server + 1);
  await world.finishJobs();
  // The user may have lost their own access.
  if (RECOGNISED.has(one.what)) expect([response.status, 401, 403]).toContain(again.status);
  if (again.status < 300) learn(world, one, request, again.body);
  expect(await sizes(world)).toEqual(after);
}
