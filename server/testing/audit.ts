import type { AuditEntry, AuditPageResponse } from "#contract/shapes/audit.ts";
import type { TestUser } from "./server.ts";

/** The entries of the audit log, the newest first, as an admin reads them. */
export const auditOf = async ({ call }: TestUser, query = ""): Promise<AuditEntry[]> =>
  ((await call("GET", `/api/audit${query}`)).body as AuditPageResponse).entries;

/** Who did what in an entry, with its details. */
export const actionOf = ({ action, actor, details }: AuditEntry) => ({
  action,
  actor: actor.name,
  details,
});
