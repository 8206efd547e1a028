import { expect, it } from "@jest/globals";
import type { ListedTask } from "#contract/shapes/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import type { ShownLabel } from "#features/labels/labelsApi.ts";
import { dueGroupsToShow, groupTasks, visibleTasks } from "./groupTasks.ts";

const task = (id: string, due_date: string | null, assignee_id: string | null): ListedTask => ({
  ...NEW_TASK,
  id,
  title: id,
  due_date,
  assignee_id,
  created_at: "2026-03-01T00:00:00.000Z",
});
const TASKS = [
  task("a", "2026-03-08", "2"),
  task("b", "2026-03-08", null),
  task("c", "2026-03-09", "1"),
  task("d", null, "9"),
];
const NAMES: Readonly<Record<string, string>> = { 1: "Ada", 2: "Grace" };
const LABELS: readonly ShownLabel[] = [
  { id: "l1", name: "Bug", color: "red" },
  { id: "l2", name: "Docs", color: "blue" },
];
const grouped = (by: "due" | "assignee" | "label", tasks = TASKS) =>
  groupTasks(tasks, by, { nameOf: (id) => NAMES[id], labels: LABELS }, "2026-03-08").map(
    ({ label, tasks }) => [label, tasks.map(({ id }) => id).join()],
  );

it("groups by when tasks are due, or by assignee in the order of the rows, which the server sorts by name", () => {
  expect(grouped("due")).toEqual([
    ["Today", "a,b"],
    ["Next week", "c"],
    ["No date", "d"],
  ]);
  expect(grouped("assignee")).toEqual([
    ["Grace", "a"],
    ["Unassigned", "b"],
    ["Ada", "c"],
    ["One assignee", "d"],
  ]);
});

it("groups by the first label by name", () => {
  const labelled = TASKS.map((one, at) => ({
    ...one,
    labels: [[], ["l2", "l1"], ["l2"], []][at] ?? [],
  }));
  expect(grouped("label", labelled)).toEqual([
    ["No labels", "a,d"],
    ["Bug", "b"],
    ["Docs", "c"],
  ]);
});

it("shows the groups that a row can be dragged to, also without rows, those without a date last, but for what was done earlier", () => {
  const shown = (isDescending: boolean) => {
    const groups = groupTasks(
      [task("a", "2026-03-01", null), { ...task("b", "2026-03-02", null), status: "Done" }],
      "due",
      { nameOf: () => undefined, labels: [] },
      "2026-03-10",
    );
    return dueGroupsToShow(groups, "2026-03-10", isDescending).map(({ label }) => label);
  };
  const dated = ["Overdue", "Today", "This week", "Next week", "Later"];
  expect(shown(false)).toEqual([...dated, "No date", "Done earlier"]);
  expect(shown(true)).toEqual([...dated.toReversed(), "No date", "Done earlier"]);
});

it("the rows that can be selected are those of open groups, in the order of the groups", () => {
  const done: ListedTask = { ...task("e", "2026-03-01", null), status: "Done" };
  const ids = (by: "" | "due", closed: string[]) =>
    visibleTasks([done, ...TASKS], by, { closed }, "2026-03-08", false, []).map(({ id }) => id);
  expect(ids("", ["past"])).toEqual(["e", "a", "b", "c", "d"]);
  expect(ids("due", ["past"])).toEqual(["a", "b", "c", "d"]);
  expect(ids("due", ["today"])).toEqual(["c", "d", "e"]);
});
