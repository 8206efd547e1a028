import {
  count,
  enumOf,
  id,
  instant,
  namedRecord,
  nullable,
  type Schema,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import { RUN_STATES, type RunProgress } from "#contract/userRun.ts";

/** The fields that describe the progress of every bulk action. */
export const PROGRESS: { [Name in keyof RunProgress]: Schema } = {
  id,
  state: enumOf(RUN_STATES),
  created_at: instant,
  created_by: namedRecord,
  finished_at: nullable(instant),
  stop_reason: { ...text, description: "Why the run was stopped; empty if it was not." },
  undo_until: nullable(instant),
  total: count,
  counts: shape<RunProgress["counts"]>({
    waiting: { ...count, description: "Not reached, or not attempted after a stop." },
    done: count,
    unchanged: { ...count, description: "Already so." },
    left_out: { ...count, description: "Protected users." },
    refused: count,
    undone: count,
    kept: { ...count, description: "Not undone, because of a later change." },
  }),
};
