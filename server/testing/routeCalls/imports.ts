import { expect } from "@jest/globals";
import { admins, entry, GENERATED, LATER, ownSubject, type RouteCall } from "./scene.ts";

export const IMPORTS_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/imports": admins(),
  "GET /api/imports/:id": admins(({ draftId }) => ({ ids: [draftId] })),
  "GET /api/imports/:id/report": admins(({ importId }) => ({ ids: [importId] })),
  "POST /api/imports": admins(({ admin }) => ({
    body: {
      name: "Board",
      lists: [{ id: "list", name: "Later" }],
      cards: [{ id: "card", name: "A card" }],
    },
    effect: {
      inserted: {
        imports: [
          {
            id: GENERATED,
            source: "trello",
            file_name: "",
            state: "draft",
            created_at: LATER,
            created_by: admin.user.id,
            created_by_name: "Ada",
            started_at: null,
            finished_at: null,
            busy_until: null,
            busy_by: null,
            outline: GENERATED,
            mapping: GENERATED,
            total: 1,
            counts: "{}",
          },
        ],
        import_items: [
          {
            import_id: GENERATED,
            position: 1,
            source_id: "card",
            data: GENERATED,
            title: "A card",
            list: "",
            outcome: null,
            remarks: "[]",
            task_id: null,
          },
        ],
      },
    },
  })),
  "POST /api/imports/:id/run": admins(({ draftId }) => ({
    ids: [draftId],
    body: { dry: true },
    effect: {
      changed: {
        imports: [{ state: "checked", mapping: GENERATED, counts: GENERATED }],
        import_items: [{ outcome: "imported" }],
      },
    },
  })),
  "POST /api/imports/:id/undo": admins(({ admin, importId }) => ({
    ids: [importId],
    effect: {
      deleted: {
        tasks: [expect.objectContaining({ title: "Imported" })],
        task_history: [expect.objectContaining({ kind: "created" })],
        import_sources: [expect.objectContaining({ source: "csv" })],
      },
      changed: {
        imports: [{ state: "undone", counts: GENERATED }],
        import_items: [{ outcome: "removed", task_id: null }],
      },
      inserted: {
        audit_log: [entry("tasks.import_undone", admin.user, ownSubject(admin.user), GENERATED)],
      },
    },
  })),
};
