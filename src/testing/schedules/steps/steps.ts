import fc from "fast-check";
import type { Fate, ProcessId } from "#testing/schedules/model/modelServer.ts";
import type { EventFate } from "#testing/schedules/model/network.ts";

const CARDS = ["a", "b", "c"];
export const card = fc.constantFrom(...CARDS);
/** Mostly one card, sometimes several. */
export const anyCards = fc.oneof(
  { weight: 3, arbitrary: card.map((one) => [one]) },
  { weight: 1, arbitrary: fc.shuffledSubarray(CARDS, { minLength: 2 }) },
);
/** A step with this name, and arbitraries of its other parts. */
export function step<S extends { do: string }>(name: S["do"], more: object = {}): fc.Arbitrary<S> {
  return fc.record({ do: fc.constant(name), ...more }) as unknown as fc.Arbitrary<S>;
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
