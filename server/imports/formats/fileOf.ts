import type { ForeignTask, Outline, ReadFile, ReadItem } from "./foreignTask.ts";

/** A row of the file, with the key of its list. */
interface KeyedItem extends ReadItem {
  key: string;
}

/** The row of a task. `list` is the name of its list in the report. */
export const itemOf = (sourceId: string, list: string, task: ForeignTask): KeyedItem => ({
  sourceId,
  title: task.title,
  list,
  data: JSON.stringify(task),
  key: task.list,
});

type OutlineList = Outline["lists"][number];

/** A file with these rows. Of `lists`, which are in order, the outline has those with tasks. */
export function fileOf(
  items: readonly KeyedItem[],
  lists: Iterable<Omit<OutlineList, "count">>,
  outline: Pick<Outline, "source" | "people" | "notes">,
): ReadFile {
  const inLists = Map.groupBy(items, ({ key }) => key);
  const counted = Array.from(lists, (list) =>
    Object.assign(list, { count: inLists.get(list.key)?.length ?? 0 }),
  );
  return {
    items: items.map(({ key: _key, ...item }) => item),
    outline: {
      ...outline,
      columns: [],
      lists: counted.filter(({ count }) => count > 0),
      dates: null,
    },
  };
}
