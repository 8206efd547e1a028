import { ROLE_LABELS, ROLES, type Role } from "#contract/user.ts";
import { Badge } from "./Badge.tsx";

/** The roles as `Options` takes them. */
export const ROLE_OPTIONS = ROLES.map((role) => ({ id: role, name: ROLE_LABELS[role] }));

/** A user's role. */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={role === "admin" ? "violet" : "grey"}>{ROLE_LABELS[role]}</Badge>;
}
