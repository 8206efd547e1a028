/** Reasons of an error that a client can't derive from its status and text. */
export const ERROR_CODES = ["account_closed", "awaiting_approval", "registration_closed"] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
