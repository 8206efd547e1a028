import type { Kysely } from "kysely";
import { widenCheck } from "./widenCheck.ts";

/** A provider's logout token counts once. */
export const up = async (db: Kysely<never>) =>
  await widenCheck(db, {
    table: "secrets",
    column: "purpose",
    // The check as the table's migration has it.
    list: `
        'invitation', 'reset', 'sign_in_code', 'provider_sign_in', 'api_token', 'calendar_feed'
      `,
    value: "logout_token",
  });
