import type { TaskPriority } from "#contract/task.ts";
import type { DemoTeam, Person } from "./people.ts";

/** A task of the demo. Days are relative to the day on which the demo is filled. */
export interface Story {
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
  comments?: readonly (readonly [author: Person, comment: string])[];
}
