import { createBulk } from "#features/bulk/bulk.ts";
import type { TaskBulkAction, TaskBulkChange } from "./taskBulkState.ts";

export const taskBulk = createBulk<TaskBulkAction, TaskBulkChange>("taskBulk");
