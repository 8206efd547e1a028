import { REPEATED_AS_A_WHOLE } from "./backups/claim.ts";
import { IMPORT_DISCARD } from "./imports/prune.ts";
import { IMPORT, IMPORT_CHECK } from "./imports/run.ts";
import { IMPORT_UNDO } from "./imports/undo.ts";
import type { JobKinds } from "./jobs/step.ts";
import { TASK_RUNS } from "./runs/taskRuns.ts";
import { USER_RUNS } from "./runs/userRuns.ts";
import { runWork } from "./runs/work.ts";

/** What the jobs of each kind do. An upload ends in its request, or else is deleted. */
export const JOB_KINDS: JobKinds = {
  user_run: runWork(USER_RUNS),
  user_run_undo: runWork(USER_RUNS, true),
  task_run: runWork(TASK_RUNS),
  task_run_undo: runWork(TASK_RUNS, true),
  import_upload: IMPORT_DISCARD,
  import_check: IMPORT_CHECK,
  import: IMPORT,
  import_undo: IMPORT_UNDO,
  import_discard: IMPORT_DISCARD,
  backup: REPEATED_AS_A_WHOLE,
  files_sweep: REPEATED_AS_A_WHOLE,
};
