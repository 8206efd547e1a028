import { startFormerSessionListeners } from "#sync/connection/formerSessions.ts";

/** The store parts of every page that run after its first content. */
export const storeParts = { listeners: [startFormerSessionListeners] };

export { Toaster } from "#ui/toasts/Toaster.tsx";
