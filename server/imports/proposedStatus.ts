import type { TaskStatus } from "#contract/task.ts";
import { longestWordIn } from "./words/findWords.ts";

const CONCEPTS = [
  ["closed", "Done"],
  ["doing", "In Progress"],
  ["todo", "Todo"],
] as const;

/** The status of the longest known word in a list's name: "not started" is longer than "started". */
function knownStatus(name: string): TaskStatus | undefined {
  const [best] = CONCEPTS.map(([concept, status]) => ({
    status,
    length: longestWordIn(concept, name),
  })).toSorted((one, other) => other.length - one.length);
  return best && best.length > 0 ? best.status : undefined;
}

/** The proposed status of a foreign list. An unknown one is Todo: nobody misses work that stays open. */
export const proposedStatus = (name: string): TaskStatus => knownStatus(name) ?? "Todo";

/** Whether a list's name has no known word. */
export const isUnknownStatus = (name: string): boolean => knownStatus(name) === undefined;
