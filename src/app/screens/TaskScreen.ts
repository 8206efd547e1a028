import { filtersSlice } from "#features/filters/filtersSlice.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";

export { default } from "#features/tasks/page/TaskPage.tsx";

export const storeParts = { slices: [filtersSlice], listeners: [startTasksListeners] };
