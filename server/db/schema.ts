import type {
  IdentitiesTable,
  OidcSessionsTable,
  SecretsTable,
  SessionsTable,
  SignInFailuresTable,
  UsersTable,
} from "./schema/accounts.ts";
import type {
  ChangesTable,
  MutedNotificationsTable,
  NotificationsTable,
  TaskStatesTable,
} from "./schema/changes.ts";
import type { FilesTable } from "./schema/files.ts";
import type { ImportItemsTable, ImportSourcesTable, ImportsTable } from "./schema/imports.ts";
import type { JobsTable, RunItemsTable, RunsTable } from "./schema/jobs.ts";
import type {
  CommentsTable,
  DeletedTasksTable,
  LabelsTable,
  TaskChecklistsTable,
  TaskLabelsTable,
  TasksTable,
  TeamMembersTable,
  TeamsTable,
} from "./schema/tasks.ts";
import type { ViewsTable } from "./schema/views.ts";
import type { WebhookDeliveriesTable, WebhooksTable } from "./schema/webhooks.ts";

/*
 * Ids are random UUIDs. Instants are ISO 8601 in UTC with milliseconds, so they sort as text. Days are
 * `yyyy-MM-dd`, flags are 0 or 1.
 */

/** Values of the server itself, such as the key that signs access tokens. */
interface SettingsTable {
  key: string;
  value: string;
}

export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  secrets: SecretsTable;
  sign_in_failures: SignInFailuresTable;
  settings: SettingsTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  tasks: TasksTable;
  task_checklists: TaskChecklistsTable;
  labels: LabelsTable;
  task_labels: TaskLabelsTable;
  views: ViewsTable;
  comments: CommentsTable;
  files: FilesTable;
  deleted_tasks: DeletedTasksTable;
  changes: ChangesTable;
  task_states: TaskStatesTable;
  notifications: NotificationsTable;
  muted_notifications: MutedNotificationsTable;
  identities: IdentitiesTable;
  oidc_sessions: OidcSessionsTable;
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_sources: ImportSourcesTable;
  jobs: JobsTable;
  runs: RunsTable;
  run_items: RunItemsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
