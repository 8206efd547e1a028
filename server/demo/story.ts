import type { TaskPriority } from "#contract/task.ts";
import type { DemoTeam, Person } from "./people.ts";

/** A task of the demo, with its days counted from the day on which the demo is filled. */
export interface Story {
  title: string;
  description?: string;
  priority: TaskPriority;
  /** Days ago that it was created. */
  age: number;
  /** Days until it is due; negative: it was due that many days ago. */
  due?: number;
  by: Person;
  /** Who does it; nobody when absent. */
  who?: Person;
  team?: DemoTeam;
  comments?: readonly (readonly [author: Person, comment: string])[];
}
