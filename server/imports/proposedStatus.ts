import type { TaskStatus } from "#contract/task.ts";
import { longestWordIn } from "./words/findWords.ts";

const CONCEPTS = [
  ["closed", "Done"],
  ["doing", "In Progress"],
  ["todo", "Todo"],
] as const;

/**
 * The proposed status of a foreign list: by the longest known word in its name ("not started" is
 * longer than "started"), otherwise by its position among the lists.
 */
export function proposedStatus(name: string, index: number, count: number): TaskStatus {
  const found = CONCEPTS.map(([concept, status]) => ({
    status,
    length: longestWordIn(concept, name),
  })).toSorted((one, other) => other.length - one.length);
  const [best] = found;
  if (best && best.length > 0) return best.status;
  if (index === 0) return "Todo";
  return index === count - 1 && count > 2 ? "Done" : "In Progress";
}
