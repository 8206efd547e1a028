import { expect } from "@jest/globals";
import fc from "fast-check";
import { makeDeliveries } from "#server/webhooks/makeDeliveries.ts";
import { at, isRecognised, REQUESTS, TEXTS } from "./requests.ts";
import { NAMES, type Name, type Request, type World } from "./world.ts";

/** A request with choices as numbers, whether it is repeated, and whether the server is stopped. */
interface Command {
  what: keyof typeof REQUESTS | "deliver";
  by: number;
  /** The server that gets the request. A repeat goes to the other one. */
  server: number;
  which: number;
  value: number;
  isRepeated: boolean;
  /** Whether it is sent with an API token of the user, if there is one. */
  isByToken: boolean;
  stop: "no" | "during" | "before the repeat";
}

const IMPORTS: ReadonlySet<string> = new Set(["upload", "import", "undoImport"]);

/** What is chosen most often, so that there are tasks to change and files to import. */
const OFTEN = [
  ...(["create", "edit", "edit", "move", "comment", "delete", "restore"] as const),
  ...(["upload", "import", "import", "undoImport"] as const),
];

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
  isByToken: fc.boolean(),
  stop: fc.constantFrom("no", "no", "no", "no", "during", "before the repeat"),
});

const TABLES = [
  "changes",
  "notifications",
  "tasks",
  "comments",
  "files",
  "jobs",
  "runs",
  "secrets",
  "imports",
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
  secret?: string;
  link?: { id: string };
  import?: { id: string };
  file?: { id: string };
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
  if (what === "upload") add(world.imports, body.import?.id);
  if (body.token && !world.tokens.some(({ id }) => id === body.token?.id)) {
    world.tokens.push({ by, id: body.token.id, secret: body.secret ?? "" });
  }
  const { file } = body;
  if (file && !world.files.some(({ id }) => id === file.id)) {
    world.files.push({ task: url.split("/")[3] ?? "", id: file.id });
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

/** Remembers the tasks that imports have created, and forgets those that their undo has removed. */
async function learnImports(world: World): Promise<void> {
  const { db } = world.server;
  const rows = await db
    .selectFrom("import_items")
    .leftJoin("tasks", "tasks.id", "task_id")
    .select(["import_id", "position", "task_id", "outcome", "assignee_id"])
    .execute();
  for (const { import_id, position, task_id, outcome, assignee_id } of rows) {
    const row = `${import_id} ${position}`;
    const known = world.imported.get(row);
    if (task_id !== null && outcome !== "present" && known === undefined) {
      world.imported.set(row, task_id);
      world.tasks.push(task_id);
      world.assignees.set(task_id, assignee_id);
    }
    if (outcome === "removed" && task_id === null) {
      world.tasks = world.tasks.filter((id) => id !== known);
    }
  }
}

/** Who sends a request. A name is changed, and a token revoked, by its owner; members rarely import. */
function makerOf({ tokens }: World, { what, by, which }: Command): Name {
  if (what === "rename") return "Eve";
  if (what === "revokeToken") return at(tokens, which)?.by ?? "Ada";
  if (IMPORTS.has(what) && which % 8 > 0) return "Ada";
  return NAMES[by] ?? "Ada";
}

/** Carries out a command. A refused request must change nothing, nor may a repeat of a successful one. */
export async function carryOut(world: World, one: Command): Promise<void> {
  world.advance(1_000);
  if (one.what === "deliver") {
    await Promise.all([makeDeliveries(world.server.db), makeDeliveries(world.serverAt(1).db)]);
    return;
  }
  const by = makerOf(world, one);
  const own = one.isByToken ? world.tokens.filter((token) => token.by === by) : [];
  const token = at(own, one.which);
  const request: Request = { by, token, ...REQUESTS[one.what](world, one) };
  const key = crypto.randomUUID();
  if (token) world.tokenTimes.set(world.server.clock.time.toISOString(), token.id);
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
  if (IMPORTS.has(one.what)) await learnImports(world);
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
  if (isRecognised(one.what)) expect([response.status, 401, 403]).toContain(again.status);
  if (again.status < 300) learn(world, one, request, again.body);
  expect(await sizes(world)).toEqual(after);
}
