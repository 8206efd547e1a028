import { SETUP_DAYS } from "../setup.ts";
import { flag, nullable, object, type TypeOf } from "./shape.ts";

/** GET /api/setup: what a new server still needs. Beyond the specification. */
export const Setup = object({
  steps: {
    ...nullable(
      object({
        task: { ...flag, description: "Whether there is a task." },
        team: { ...flag, description: "Whether there is a team." },
        people: { ...flag, description: "Whether there is a second user." },
        import: { ...flag, description: "Whether tasks were imported." },
        provider: { ...flag, description: "Whether users can sign in with a provider." },
      }),
    ),
    description: `For admins in the first ${SETUP_DAYS} days of a server, until they close the steps; otherwise null.`,
  },
  can_become_admin: {
    ...flag,
    description: "Whether the caller may become an admin, because the server has no active one.",
  },
});
export type Setup = TypeOf<typeof Setup>;
