import { IMPORT_COMMENTS_MAX, IMPORT_NAMES_MAX } from "#contract/imports.ts";
import { fitting } from "#server/http/bounds.ts";
import {
  FileRefused,
  type ForeignTask,
  type Outline,
  type ReadItem,
} from "#server/imports/formats/foreignTask.ts";
import { firstCharacters } from "#server/imports/formats/markdown.ts";

/** The maximum length of a task's JSON. A row of a table has about the same limit. */
const TASK_MAX = 1024 * 1024;
/** The JSON of this number of comments is at least so long. */
const COMMENTS_JSON_MIN = IMPORT_COMMENTS_MAX * '{"author":"","at":null,"text":""}'.length;
/** The maximum length of the names and keys of lists and people. */
const NAME_MAX = 200;

/** The row with the newest comments of its task only. Throws {@link FileRefused} if it is too large. */
export function boundedItem(item: ReadItem): ReadItem {
  if (item.data.length < COMMENTS_JSON_MIN) return item;
  const task = JSON.parse(item.data) as ForeignTask | string[];
  // A row of a table has no comments.
  if (Array.isArray(task)) return item;
  const left = TASK_MAX - JSON.stringify({ ...task, comments: [] }).length;
  if (left < 0) {
    throw new FileRefused(`A task is larger than 1 MiB: ${firstCharacters(task.title, NAME_MAX)}`);
  }
  const newest = task.comments
    .toSorted((one, other) => ((one.at ?? "") < (other.at ?? "") ? 1 : -1))
    .slice(0, IMPORT_COMMENTS_MAX);
  const kept = new Set(fitting(newest, (comment) => JSON.stringify(comment).length, left));
  if (kept.size === task.comments.length) return item;
  const remark = `Only the newest ${kept.size} of ${task.comments.length} comments are imported`;
  const bounded: ForeignTask = {
    ...task,
    comments: task.comments.filter((comment) => kept.has(comment)),
    remarks: [...task.remarks, remark],
  };
  return { ...item, data: JSON.stringify(bounded) };
}

/**
 * The outline with short names, so that responses stay small. Lists and people with longer keys can't
 * be mapped, so they are left out.
 */
export const boundedOutline = (outline: Outline): Outline => ({
  ...outline,
  lists: outline.lists.filter(({ key }) => key.length <= NAME_MAX).map(withShortName),
  people: outline.people
    .filter(({ key, email }) => key.length <= NAME_MAX && (email ?? "").length <= NAME_MAX)
    .slice(0, IMPORT_NAMES_MAX)
    .map(withShortName),
});

const withShortName = <T extends { name: string }>(named: T): T => ({
  ...named,
  name: firstCharacters(named.name, NAME_MAX),
});
