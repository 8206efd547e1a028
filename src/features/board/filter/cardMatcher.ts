import { isOverdueOn } from "#contract/due.ts";
import { dueSpan } from "#contract/dueFilter.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { NOBODY, valuesOf } from "#contract/task.ts";
import { folded } from "#contract/text.ts";
import type { Filters } from "#features/filters/listQuery.ts";

type Test = (task: TaskSummary) => boolean;

/** A word, or a phrase in quotes. */
const TERM = /"([^"]+)"|\S+/g;

/** All words must be in the title, in any order. The board has no descriptions. */
function searchTest(search: string): Test | null {
  const terms = Array.from(folded(search).matchAll(TERM), ([word, phrase]) => phrase ?? word);
  if (terms.length === 0) return null;
  return ({ title }) => {
    const text = folded(title);
    return terms.every((term) => text.includes(term));
  };
}

/** One of the filter's values must be the task's. */
function valueTest(filter: string, valueOf: (task: TaskSummary) => string | null): Test | null {
  if (filter === "") return null;
  const values = new Set(valuesOf(filter));
  return (task) => values.has(valueOf(task) ?? NOBODY);
}

/** Any of the labels, all of them, or none. Tasks without `labels` are of a server that ignores the filter. */
function labelTest({ label, label_match }: Filters): Test | null {
  if (label === "") return null;
  const values = valuesOf(label);
  const ids = values.filter((value) => value !== NOBODY);
  return ({ labels }) => {
    if (!labels) return true;
    const has = (id: string) => labels.includes(id);
    const hasIds = ids.length > 0 && (label_match === "all" ? ids.every(has) : ids.some(has));
    const isMatch = hasIds || (ids.length < values.length && labels.length === 0);
    return isMatch !== (label_match === "none");
  };
}

/** Like the list's filter, it leaves out tasks that are done. */
function dueTest(due: string, today: string): Test | null {
  if (due === "") return null;
  const span = dueSpan(due, today);
  return ({ status, due_date: day }) => {
    if (status === "Done") return false;
    if (span === null || day === null) return span === null && day === null;
    return (!span.from || day >= span.from) && (!span.to || day <= span.to);
  };
}

/**
 * Returns a function that tests whether the board shows a card. `today` is the user's day
 * (`yyyy-MM-dd`).
 */
export function cardMatcher(filters: Filters, today: string): Test {
  const tests = [
    searchTest(filters.search),
    valueTest(filters.priority, ({ priority }) => priority),
    valueTest(filters.assignee, ({ assignee_id }) => assignee_id),
    valueTest(filters.team, ({ team_id }) => team_id),
    labelTest(filters),
    filters.overdue ? (task: TaskSummary) => isOverdueOn(task, today) : null,
    dueTest(filters.due, today),
  ].filter((test) => test !== null);
  return (task) => tests.every((test) => test(task));
}
