import type { Selectable } from "kysely";
import type { ViewScreen } from "#contract/view.ts";

/**
 * Saved views. `query` is the query part of the screen's address in its standard form, `shared` is 1 if all
 * users see it, `version` counts its writes. A deleted view has `deleted_at`, and can be restored. The owner is
 * null after the user was deleted.
 */
export interface ViewsTable {
  id: string;
  owner_id: string | null;
  name: string;
  screen: ViewScreen;
  query: string;
  shared: number;
  version: number;
  created_at: string;
  deleted_at: string | null;
}

export type ViewRow = Selectable<ViewsTable>;
