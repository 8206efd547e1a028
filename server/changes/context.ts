import type { ChangeOrigin } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { Origin } from "#server/eventBus.ts";
import { keyReused } from "#server/refusals.ts";

/** The person who runs commands on the server's machine. */
export const OPERATOR: NamedRecord = { id: "operator", name: "Operator" };

/** The server, which cleans up. */
export const SERVER: NamedRecord = { id: "server", name: "Server" };

/** Whether a maker is no user, so that it has no rights that could end. */
export const isProgram = ({ id }: NamedRecord): boolean => id === OPERATOR.id || id === SERVER.id;

/** The user who makes a change, and its time. */
export interface ChangeContext {
  by: NamedRecord;
  at: Date;
  /**
   * The id of the recorded change (`idempotentId`). A retried request looks it up to see whether its
   * change was already made.
   */
  id?: string;
  /** The hash of the request's body, which is stored with the id. */
  bodyHash?: string | undefined;
  /** The tab that makes the change. */
  tab?: Origin | null;
  /** How the change is made, unless in the app, by the server or by its operator. */
  origin?: ChangeOrigin;
  /** The bulk action that the change is part of, which has one entry in the audit log for all its users. */
  runId?: string;
}

/** Refuses the request if an earlier attempt of this request had another body. Older servers stored no hash. */
export function requireSameBody(
  { body_hash }: { body_hash: string | null },
  { bodyHash }: Pick<ChangeContext, "bodyHash">,
): void {
  if (body_hash !== null && bodyHash !== undefined && body_hash !== bodyHash) throw keyReused();
}

/** The context of a change that follows from another one of the same request, whose id it can't have. */
export const withoutId = ({ id: _id, ...context }: ChangeContext): ChangeContext => context;
