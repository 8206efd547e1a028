import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import { addDays } from "#contract/calendar.ts";
import { TASK_STATUSES, type TaskPriority, type TaskStatus } from "#contract/task.ts";
import { DAY_MS, MINUTE_MS } from "#contract/time.ts";
import type { UsersTable } from "#server/db/schema/accounts.ts";
import type {
  CommentsTable,
  TaskLabelsTable,
  TasksTable,
  TeamMembersTable,
  TeamsTable,
} from "#server/db/schema/tasks.ts";
import type { ViewRow } from "#server/db/schema/views.ts";
import { searchText } from "#server/db/text/searchText.ts";
import type { DemoLabel } from "./labels.ts";
import { type DemoTeam, PEOPLE, type Person, TEAMS } from "./people.ts";
import stories from "./tasks.json" with { type: "json" };

/** A task of the demo. Days are relative to the day on which the demo is filled. */
interface Story {
  title: string;
  description?: string;
  priority: TaskPriority;
  /** Days since it was created. */
  age: number;
  /** Days until it is due; negative if it is overdue. */
  due?: number;
  by: Person;
  /** The assignee. */
  who?: Person;
  team?: DemoTeam;
  labels?: readonly DemoLabel[];
  comments?: readonly (readonly [author: Person, comment: string])[];
}

/** A UUID derived from a name, so that the demo is the same each time. */
export function idOf(kind: string, name: string): string {
  const hex = createHash("sha256").update(`${kind} ${name}`).digest("hex");
  const variant = `8${hex.slice(17, 20)}`;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant,
    hex.slice(20, 32),
  ].join("-");
}

export const userId = (person: Person) => idOf("user", person);
export const labelId = (label: DemoLabel) => idOf("label", label);
export const teamId = (team: DemoTeam) => idOf("team", team);
export const toInstant = (time: number) => new Date(time).toISOString();

/** The users' names by their ids. */
export const USER_NAMES: ReadonlyMap<string, string> = new Map(
  (Object.keys(PEOPLE) as Person[]).map((person) => [userId(person), PEOPLE[person].name]),
);

/** TypeScript reads names and priorities in JSON as strings; the tests insert every row. */
const COLUMNS = stories as unknown as Record<TaskStatus, readonly Story[]>;

const people = Object.keys(PEOPLE) as Person[];
const teams = Object.keys(TEAMS) as DemoTeam[];

export function demoUsers(now: Date, passwordHash: string): Insertable<UsersTable>[] {
  return people.map((person, index) => {
    const { name, email, role } = PEOPLE[person];
    return {
      id: userId(person),
      name,
      email,
      email_key: email,
      search_text: searchText(name, email),
      role,
      is_active: "left" in PEOPLE[person] ? 0 : 1,
      password_hash: passwordHash,
      created_at: toInstant(now.getTime() - (62 - index) * DAY_MS),
    };
  });
}

export function demoTeams(now: Date): Insertable<TeamsTable>[] {
  return teams.map((team) => {
    const { name, description, daysAgo } = TEAMS[team];
    return {
      id: teamId(team),
      name,
      description,
      created_at: toInstant(now.getTime() - daysAgo * DAY_MS),
    };
  });
}

/** A view that all users see. */
export const demoView = (now: Date): ViewRow => ({
  id: idOf("view", "this week"),
  owner_id: userId("maya"),
  name: "Due this week",
  screen: "board",
  query: "due=week",
  shared: 1,
  version: 1,
  created_at: toInstant(now.getTime() - 7 * DAY_MS),
  deleted_at: null,
});

export function demoMembers(now: Date): Insertable<TeamMembersTable>[] {
  return teams.flatMap((team) =>
    TEAMS[team].members.map((person) => ({
      team_id: teamId(team),
      user_id: userId(person),
      added_at: toInstant(now.getTime() - TEAMS[team].daysAgo * DAY_MS),
    })),
  );
}

/** Tasks, their labels and their comments, created within the weeks before now. */
export function demoTasks(now: Date) {
  const today = toInstant(now.getTime()).slice(0, 10);
  const tasks: Insertable<TasksTable>[] = [];
  const comments: Insertable<CommentsTable>[] = [];
  const taskLabels: Insertable<TaskLabelsTable>[] = [];
  for (const status of TASK_STATUSES) {
    for (const [index, story] of COLUMNS[status].entries()) {
      const id = idOf("task", story.title);
      const description = story.description ?? "";
      const created = now.getTime() - story.age * DAY_MS - ((index * 97) % 600) * MINUTE_MS;
      const span = now.getTime() - created;
      // A task outside Todo was moved between its creation and now.
      const arrived = status === "Todo" ? created : created + span * (0.4 + (index % 5) / 10);
      tasks.push({
        id,
        title: story.title,
        description,
        status,
        priority: story.priority,
        due_date: story.due === undefined ? null : addDays(today, story.due),
        assignee_id: story.who ? userId(story.who) : null,
        team_id: story.team ? teamId(story.team) : null,
        created_by: userId(story.by),
        created_at: toInstant(created),
        updated_at: toInstant(arrived),
        status_changed_at: toInstant(arrived),
        search_text: searchText(story.title, description),
      });
      for (const label of story.labels ?? [])
        taskLabels.push({ task_id: id, label_id: labelId(label) });
      const talk = story.comments ?? [];
      for (const [nth, [author, comment]] of talk.entries()) {
        comments.push({
          id: idOf("comment", `${nth} ${story.title}`),
          task_id: id,
          user_id: userId(author),
          user_name: PEOPLE[author].name,
          comment,
          search_text: searchText(comment),
          created_at: toInstant(created + (span * (nth + 1)) / (talk.length + 1)),
        });
      }
    }
  }
  return { tasks, taskLabels, comments };
}
