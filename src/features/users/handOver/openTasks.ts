import type { User } from "#contract/shapes/user.ts";
import type { ListedUser } from "#contract/shapes/userList.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { OpenTaskCounts } from "./handOverApi.ts";

/** How many open tasks these users have together, such as "1,000+ open tasks"; "" for none. */
export function openTasksOf(users: readonly Pick<User, "id">[], counts: OpenTaskCounts): string {
  const all = users.flatMap(({ id }) => counts[id] ?? []);
  const sum = all.reduce((total, { count }) => total + count, 0);
  if (sum === 0) return "";
  const text = countOf(sum, "open task");
  return all.some(({ atLeast }) => atLeast) ? text.replace(" ", "+ ") : text;
}

/** A sentence such as "Grace Hopper has 3 open tasks."; "" without open tasks. */
export function openTasksSentence(users: readonly User[], counts: OpenTaskCounts): string {
  const having = users.filter(({ id }) => counts[id]);
  const tasks = openTasksOf(having, counts);
  if (tasks === "") return "";
  const [only] = having;
  return having.length === 1 && only
    ? `${only.name} has ${tasks}.`
    : `${countOf(having.length, "user")} have ${tasks}.`;
}

/** The counts, completed with those that the list of users has for `others`. */
export function withListed(counts: OpenTaskCounts, others: readonly ListedUser[]): OpenTaskCounts {
  const listed = others.flatMap(({ id, open_tasks: count }) =>
    count ? [[id, { count }] as const] : [],
  );
  return listed.length > 0 ? { ...counts, ...Object.fromEntries(listed) } : counts;
}
