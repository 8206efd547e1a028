import { admins, type RouteCall } from "./scene.ts";

export const IMPORTS_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/imports": admins(),
  "GET /api/imports/:id": admins(({ draftId }) => ({ ids: [draftId] })),
  "GET /api/imports/:id/report": admins(({ importId }) => ({ ids: [importId] })),
  "POST /api/imports": admins(() => ({
    body: {
      name: "Board",
      lists: [{ id: "list", name: "Later" }],
      cards: [{ id: "card", name: "A card" }],
    },
  })),
  "POST /api/imports/:id/run": admins(({ draftId }) => ({ ids: [draftId], body: { dry: true } })),
  "POST /api/imports/:id/undo": admins(({ importId }) => ({ ids: [importId] })),
};
