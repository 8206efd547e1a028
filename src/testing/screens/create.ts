import type { Task, TaskResponse } from "#contract/shapes/task.ts";
import type { Team } from "#contract/shapes/team.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import type { TestUser } from "#server/testing/server.ts";

type Caller = Pick<TestUser, "call">;

async function create(by: Caller, url: string, input: object): Promise<unknown> {
  const { status, body } = await by.call("POST", url, input);
  if (status !== 201) throw new Error(`${url}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates a task as a user, by default with a low priority. */
export async function createTask(
  by: Caller,
  title: string,
  fields: Partial<TaskInput> = {},
): Promise<Task> {
  const body = await create(by, "/api/tasks", { title, priority: "Low", ...fields });
  return (body as TaskResponse).task;
}

/** Creates a team as an admin, and adds members. */
export async function createTeam(
  by: Caller,
  name: string,
  { description = "", members = [] as string[] } = {},
): Promise<Team> {
  const body = await create(by, "/api/teams", { name, description });
  const { team } = body as { team: Team };
  for (const userId of members) await create(by, `/api/teams/${team.id}/members`, { userId });
  return team;
}

/** The task as the server has it. */
export async function readTask(by: Caller, id: string): Promise<Task> {
  const { body } = await by.call("GET", `/api/tasks/${id}`);
  return (body as TaskResponse).task;
}
