import { number, object } from "yup";
import { API_TOKEN_DAYS, API_TOKEN_NAME_MAX, API_TOKEN_SCOPES } from "../apiToken.ts";
import { oneOf, requiredText } from "./common.ts";

const DAYS_MESSAGE = `Expiry must be one of ${API_TOKEN_DAYS.join(", ")} days`;
const SCOPE_MESSAGE = "Please select what the token may do";

/** A new API token. */
export const apiTokenRule = object({
  name: requiredText("Token name is required", "Token name", API_TOKEN_NAME_MAX),
  scope: oneOf(API_TOKEN_SCOPES, SCOPE_MESSAGE).required(SCOPE_MESSAGE),
  days: number().typeError(DAYS_MESSAGE).required(DAYS_MESSAGE).oneOf(API_TOKEN_DAYS, DAYS_MESSAGE),
});
