import { object } from "yup";
import { ROLES } from "../user.ts";
import { anyField, flag, oneOf } from "./common.ts";

/** PUT /api/users/{id} (§7): at least one of the two fields. */
export const userUpdateRule = object({
  is_active: flag("Status"),
  role: oneOf(ROLES, "Role must be admin or member"),
}).test(anyField("Nothing to change: send is_active or role"));
