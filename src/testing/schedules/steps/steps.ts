import fc from "fast-check";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import type { Fate, ProcessId } from "#testing/schedules/model/modelServer.ts";
import type { EventFate } from "#testing/schedules/model/network.ts";

/** Actions of other users. */
export type OthersStep =
  | { do: "otherMoves"; card: string; to: TaskStatus }
  | { do: "otherDeletes" | "otherRenames"; card: string }
  | { do: "otherAdds"; to: TaskStatus };

/** Actions of the user and of other users, and events of session and network. */
export type Step =
  | OthersStep
  | { do: "move"; cards: string[]; to: TaskStatus }
  | { do: "lift"; card: string }
  /** `along` are the other selected cards. */
  | { do: "drop"; to: TaskStatus | null; along: string[] }
  | { do: "undo" | "refetch" | "tokenExpires" | "networkReturns" }
  /** Calls are aborted, or hang. */
  | { do: "networkGoes"; hangs: boolean };

const CARDS = ["a", "b", "c"];
export const card = fc.constantFrom(...CARDS);
/** Mostly one card, sometimes several. */
export const anyCards = fc.oneof(
  { weight: 3, arbitrary: card.map((one) => [one]) },
  { weight: 1, arbitrary: fc.shuffledSubarray(CARDS, { minLength: 2 }) },
);
const along = fc.oneof(
  { weight: 2, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.shuffledSubarray(CARDS, { minLength: 1 }) },
);
const to = fc.constantFrom(...TASK_STATUSES);

/** A step with this name, and arbitraries of its other parts. */
export function step<S extends { do: string }>(name: S["do"], more: object = {}): fc.Arbitrary<S> {
  return fc.record({ do: fc.constant(name), ...more }) as unknown as fc.Arbitrary<S>;
}

const calm: { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 10, arbitrary: step("move", { cards: anyCards, to }) },
  { weight: 2, arbitrary: step("lift", { card }) },
  { weight: 3, arbitrary: step("drop", { to: fc.option(to, { freq: 4 }), along }) },
  { weight: 2, arbitrary: step("undo") },
  { weight: 3, arbitrary: step("refetch") },
  { weight: 2, arbitrary: step("otherMoves", { card, to }) },
  { weight: 1, arbitrary: step("otherRenames", { card }) },
  { weight: 1, arbitrary: step("otherAdds", { to }) },
  { weight: 1, arbitrary: step("otherDeletes", { card }) },
  { weight: 1, arbitrary: step("tokenExpires") },
];

const outages: typeof calm = [
  { weight: 2, arbitrary: step("networkGoes", { hangs: fc.boolean() }) },
  { weight: 2, arbitrary: step("networkReturns") },
];

/** Random steps; with `network`, the connection also breaks and returns. */
export function anySteps(network: boolean): fc.Arbitrary<Step[]> {
  const choices = network ? [...calm, ...outages] : calm;
  return fc.array(fc.oneof(...choices), { minLength: 1, maxLength: 11, size: "max" });
}

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fate>("done") },
  { weight: 2, arbitrary: fc.constant<Fate>("refused") },
  { weight: 2, arbitrary: fc.constant<Fate>("cutBefore") },
  { weight: 2, arbitrary: fc.constant<Fate>("cutAfter") },
  { weight: 1, arbitrary: fc.constant<Fate>("gatewayBefore") },
  { weight: 1, arbitrary: fc.constant<Fate>("gatewayAfter") },
  { weight: 2, arbitrary: fc.constant<Fate>("busy") },
  { weight: 1, arbitrary: fc.constant<Fate>("busyProxy") },
);

/** The outcomes of the first requests of a kind; all later ones succeed. */
export const anyFates = fc.array(fate, { maxLength: 10 });

export const anyEventFates = fc.array(
  fc.constantFrom<EventFate>("told", "told", "toldTwice", "lost"),
  { maxLength: 10 },
);

/** The processes that serve the first calls; the first process serves all later ones. */
export const anyProcesses = fc.array(fc.constantFrom<ProcessId>(0, 0, 1), { maxLength: 20 });
