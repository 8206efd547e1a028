import { filtersSlice } from "#features/filters/filtersSlice.ts";
import { startSearchFailureToast } from "#features/filters/searchFailure.ts";
import { startRunListeners } from "#features/runs/runListeners.ts";
import { selectionSlice } from "#features/selection/selectionSlice.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";

export { default } from "#features/tasks/list/TaskListPage.tsx";

export const storeParts = {
  slices: [filtersSlice, selectionSlice],
  listeners: [startSearchFailureToast, startTasksListeners, startRunListeners],
};
