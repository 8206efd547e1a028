import { LEFT_BACKUP } from "./backups/claim.ts";
import { IMPORT_DISCARD } from "./imports/prune.ts";
import { IMPORT, IMPORT_CHECK } from "./imports/run.ts";
import { IMPORT_UNDO } from "./imports/undo.ts";
import type { JobKinds } from "./jobs/step.ts";
import { TASK_RUN, TASK_RUN_UNDO } from "./taskRuns/work.ts";
import { USER_RUN, USER_RUN_UNDO } from "./userRuns/work.ts";

/** What the jobs of each kind do. An upload ends in its request, or else is deleted. */
export const JOB_KINDS: JobKinds = {
  user_run: USER_RUN,
  user_run_undo: USER_RUN_UNDO,
  task_run: TASK_RUN,
  task_run_undo: TASK_RUN_UNDO,
  import_upload: IMPORT_DISCARD,
  import_check: IMPORT_CHECK,
  import: IMPORT,
  import_undo: IMPORT_UNDO,
  import_discard: IMPORT_DISCARD,
  backup: LEFT_BACKUP,
};
