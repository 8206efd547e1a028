import fc from "fast-check";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { LABELS, type LabelId } from "#testing/schedules/model/modelLabels.ts";
import { anyCards, card, step } from "./steps.ts";

/** The fields that the steps edit on the board, on servers with extensions. */
export const EDITED = ["title", "priority"] as const;
export type Edited = (typeof EDITED)[number];

/** The second tab is used if it is open. */
interface InTab {
  tab: 0 | 1;
}

/** Actions of the user and of other users, and events of tabs, session and network. */
export type ChangeStep =
  | (InTab & { do: "edit"; cards: string[]; field: Edited; value: string })
  | (InTab & { do: "move"; cards: string[]; to: TaskStatus })
  | (InTab & { do: "label"; cards: string[]; labels: LabelId[]; isOn: boolean })
  | (InTab & { do: "describe"; value: string })
  | (InTab & { do: "save"; description: string; isRenamed: boolean })
  | (InTab & { do: "add" | "undo" })
  | (InTab & { do: "refetch" })
  | { do: "reload" | "openSecond" | "closeSecond" | "otherUser" }
  | { do: "otherEdits"; card: string; field: Edited | "description" }
  | { do: "otherLabels"; card: string; labels: LabelId[]; isOn: boolean }
  | { do: "labelEnds"; label: LabelId; into: LabelId | null }
  | { do: "otherMoves"; card: string; to: TaskStatus }
  | { do: "otherAdds"; to: TaskStatus }
  | { do: "otherDeletes"; card: string }
  | { do: "tokenExpires" | "networkReturns" }
  | { do: "networkGoes"; hangs: boolean };

const tab = fc.constantFrom(0, 0, 1);
const to = fc.constantFrom(...TASK_STATUSES);
const field = fc.constantFrom(...EDITED);
const value = fc.constantFrom("A", "B");
const label = fc.constantFrom(...LABELS);
/** One label, or one of the group and another. */
const labels = fc
  .tuple(label, fc.boolean())
  .map(([one, isTwo]): LabelId[] => (isTwo && one !== "bug" ? ["bug", one] : [one]));
const isOn = fc.boolean();
/** A label is deleted, or merged into another one of its group. */
const into = fc.constantFrom(null, "beta" as const);

const choices: [weight: number, fc.Arbitrary<ChangeStep>][] = [
  [8, step("edit", { tab, cards: anyCards, field, value })],
  [6, step("label", { tab, cards: anyCards, labels, isOn })],
  [5, step("describe", { tab, value })],
  [6, step("move", { tab, cards: anyCards, to })],
  [3, step("save", { tab, description: value, isRenamed: fc.boolean() })],
  [3, step("add", { tab })],
  [6, step("undo", { tab })],
  [2, step("refetch", { tab })],
  [3, step("reload")],
  [2, step("openSecond")],
  [2, step("closeSecond")],
  [1, step("otherUser")],
  [5, step("otherEdits", { card, field: fc.constantFrom(...EDITED, "description") })],
  [4, step("otherLabels", { card, labels, isOn })],
  [1, step("labelEnds", { label, into })],
  [2, step("otherMoves", { card, to })],
  [1, step("otherDeletes", { card })],
  [1, step("tokenExpires")],
  [3, step("networkGoes", { hangs: fc.boolean() })],
  [3, step("networkReturns")],
];

const refetch: fc.Arbitrary<ChangeStep> = step("refetch", { tab });

/** A change of a field in each of two tabs. */
const conflict = fc
  .record({ card, first: fc.constantFrom(0, 1), isEdit: fc.boolean() })
  .map(({ card, first, isEdit }): ChangeStep[] =>
    ([first, 1 - first] as (0 | 1)[]).map((tab, index) => {
      const value = ["A", "B"][index] ?? "";
      return isEdit
        ? { do: "edit", tab, cards: [card], field: "title", value }
        : { do: "describe", tab, value };
    }),
  );

/** Two tabs change a field without a connection, and the next page finds the lists of both. */
export const twoListSteps = fc
  .record({
    before: fc.array(refetch, { maxLength: 4 }),
    conflict,
    after: fc.array(
      fc.oneof(refetch, step<ChangeStep>("reload"), step<ChangeStep>("networkReturns")),
      { maxLength: 3 },
    ),
  })
  .map(({ before, conflict, after }): ChangeStep[] =>
    [
      { do: "openSecond" } as const,
      before,
      { do: "networkGoes", hangs: false } as const,
      conflict,
      { do: "closeSecond" } as const,
      { do: "reload" } as const,
      after,
    ].flat(),
  );

const inFirst = { tab: fc.constant(0) };
const describe: fc.Arbitrary<ChangeStep> = step("describe", { ...inFirst, value });
const weighted = choices.map(([weight, arbitrary]) => ({ weight, arbitrary }));

/** The user changes the task during the save of its form. */
export const saveSteps = fc
  .record({
    before: fc.array(describe, { maxLength: 1 }),
    save: step<ChangeStep>("save", { ...inFirst, description: value, isRenamed: fc.boolean() }),
    after: fc.array(fc.oneof({ weight: 40, arbitrary: describe }, ...weighted), {
      minLength: 1,
      maxLength: 5,
      size: "max",
    }),
  })
  .map(({ before, save, after }): ChangeStep[] => [before, save, after].flat());

const move: typeof choices = [
  [10, step("move", { ...inFirst, cards: anyCards, to })],
  [3, step("undo", inFirst)],
  [3, step("refetch", inFirst)],
  [2, step("otherMoves", { card, to })],
  [1, step("otherEdits", { card, field })],
  [1, step("otherAdds", { to })],
  [1, step("otherDeletes", { card })],
  [1, step("tokenExpires")],
  [2, step("networkGoes", { hangs: fc.boolean() })],
  [2, step("networkReturns")],
];

/** One user moves cards on one page, while others change the board. */
export const moveSteps: fc.Arbitrary<ChangeStep[]> = fc.array(
  fc.oneof(...move.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
  { minLength: 1, maxLength: 11, size: "max" },
);

/** Random steps of all kinds. */
export const anyChangeSteps: fc.Arbitrary<ChangeStep[]> = fc.array(fc.oneof(...weighted), {
  minLength: 1,
  maxLength: 11,
  size: "max",
});
