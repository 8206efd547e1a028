import { startAuditListeners } from "#features/audit/auditListeners.ts";

export { default } from "#features/audit/AuditPage.tsx";

export const storeParts = { listeners: [startAuditListeners] };
