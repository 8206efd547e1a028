import { selectionSlice } from "#features/bulk/selectionSlice.ts";
import { startFiltersListeners } from "#features/filters/filtersListeners.ts";
import { filtersSlice } from "#features/filters/filtersSlice.ts";
import { startRunListeners } from "#features/jobs/runListeners.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.ts";

export { default } from "#features/tasks/list/TaskListPage.tsx";

export const storeParts = {
  slices: [filtersSlice, selectionSlice],
  listeners: [startFiltersListeners, startTasksListeners, startRunListeners],
};
