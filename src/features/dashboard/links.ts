import { paths } from "#lib/paths.ts";

/** The task list, filtered by what its address says. */
export function filteredTasks(filters: Record<string, string>): string {
  const query = new URLSearchParams(filters).toString();
  return query ? `${paths.tasks}?${query}` : paths.tasks;
}
