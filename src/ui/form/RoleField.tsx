import type { ReactNode } from "react";
import { ROLE_OPTIONS } from "#ui/badges/RoleBadge.tsx";
import { type FieldForm, FormField } from "./FormField.tsx";
import { Options } from "./Options.tsx";
import { Select } from "./Select.tsx";

/** The role of a new account. */
export function RoleField({
  form,
  hint,
  required,
}: {
  form: FieldForm<"role", object>;
  hint?: ReactNode;
  required?: boolean;
}) {
  return (
    <FormField form={form} name="role" label="Role" hint={hint} required={required}>
      {(props) => (
        <Select {...props}>
          <Options list={ROLE_OPTIONS} />
        </Select>
      )}
    </FormField>
  );
}
