import {
  COLUMN_ROLES,
  DATE_ORDERS,
  IMPORT_SOURCES,
  IMPORT_STATES,
  type Import,
  type ImportColumn,
  type ImportCounts,
  type ImportDetail,
  type ImportList,
  type ImportPerson,
  type ImportRow,
  ROW_OUTCOMES,
} from "#contract/imports.ts";
import {
  count,
  day,
  enumOf,
  enumOrNull,
  id,
  instant,
  listOf,
  named,
  nullable,
  type Schema,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import { TASK_STATUSES } from "#contract/task.ts";

const counts = shape<ImportCounts>({
  imported: count,
  remarks: count,
  refused: count,
  present: count,
  removed: count,
  kept: count,
});

const fields: { [Name in keyof Import]: Schema } = {
  id,
  source: enumOf(IMPORT_SOURCES),
  file_name: text,
  state: enumOf(IMPORT_STATES),
  isBusy: { type: "boolean", description: "Whether a request works on it." },
  created_at: instant,
  created_by: { ...text, description: "The user's name." },
  finished_at: nullable(instant),
  undo_until: nullable(instant),
  total: count,
  done: { ...count, description: "The rows that the present step has handled." },
  counts,
};

export const IMPORT = named("Import", shape<Import>(fields));

const row = shape<ImportRow>({
  position: count,
  title: text,
  list: text,
  status: enumOrNull(TASK_STATUSES),
  due_date: nullable(day),
  assignee_id: nullable(id),
  outcome: enumOrNull(ROW_OUTCOMES),
  remarks: listOf(text),
  task_id: nullable(id),
});

export const IMPORT_DETAIL = named(
  "ImportDetail",
  shape<ImportDetail>({
    ...fields,
    columns: listOf(
      shape<ImportColumn>({ name: text, role: enumOf(COLUMN_ROLES), samples: listOf(text) }),
    ),
    lists: listOf(
      shape<ImportList>({
        key: text,
        name: text,
        count,
        target: enumOf([...TASK_STATUSES, "skip"]),
      }),
    ),
    people: listOf(
      shape<ImportPerson>({ key: text, name: text, email: nullable(text), user_id: nullable(id) }),
    ),
    dates: { ...enumOrNull(DATE_ORDERS), description: "The order of day and month in 03/04/2026." },
    notes: { ...listOf(text), description: "About the whole file." },
    rows: {
      ...listOf(row),
      description: "Of a draft the first rows; later the first rows with remarks.",
    },
  }),
);
