import { paths } from "#lib/paths.ts";

/** The address of the task list with these filters. */
export function taskListPath(filters: Record<string, string>): string {
  const query = new URLSearchParams(filters).toString();
  return query ? `${paths.tasks}?${query}` : paths.tasks;
}
