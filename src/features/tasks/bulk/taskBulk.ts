import { createBulk } from "#features/bulk/bulk.ts";
import type { TaskBulkAction } from "./taskBulkState.ts";

export const taskBulk = createBulk<TaskBulkAction, TaskBulkAction>("taskBulk");
