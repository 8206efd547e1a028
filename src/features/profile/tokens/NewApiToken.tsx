import { useSelector } from "react-redux";
import { fieldErrorsOf } from "#api/errors.ts";
import { API_TOKEN_DAYS, API_TOKEN_NAME_MAX, type ApiTokenScope } from "#contract/apiToken.ts";
import type { ApiToken } from "#contract/shapes/apiToken.ts";
import { useForm } from "#lib/forms/useForm.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { Select } from "#ui/form/Select.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { useCreateApiTokenMutation } from "./apiTokensApi.ts";

const EMPTY = { name: "", scope: "read", days: "30" };

const SCOPE_LABELS: Readonly<Record<ApiTokenScope, string>> = {
  read: "Read",
  write: "Read and write",
  admin: "Everything an admin may do",
};

/** Creates an API token. */
export function NewApiToken({
  onCreated,
  onClose,
}: {
  onCreated: (token: ApiToken) => void;
  onClose: () => void;
}) {
  const [createApiToken] = useCreateApiTokenMutation();
  const isAdmin = useSelector(selectStoredUser)?.role === "admin";
  const form = useForm({
    initialValues: EMPTY,
    rule: (rules) => rules.apiTokenRule,
    async save({ name, scope, days }) {
      const input = { name, scope: scope as ApiTokenScope, days: Number(days) };
      const { data, error } = await createApiToken(input);
      if (error) return fieldErrorsOf(error);
      onCreated(data);
      return undefined;
    },
  });
  const scopes = (Object.keys(SCOPE_LABELS) as ApiTokenScope[]).filter(
    (scope) => scope !== "admin" || isAdmin,
  );
  return (
    <FormDialog
      title="New API Token"
      form={{ ...form, isRestored: false, discard: form.reset }}
      submitLabel="Create token"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label="Token Name"
        hint="Say what will use it"
        limit={{ max: API_TOKEN_NAME_MAX, name: "Token name" }}
        required
      >
        {(props) => <TextInput {...props} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="scope" label="Access" required>
        {(props) => (
          <Select {...props}>
            {scopes.map((scope) => (
              <option key={scope} value={scope}>
                {SCOPE_LABELS[scope]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="days" label="Expires after" required>
        {(props) => (
          <Select {...props}>
            {API_TOKEN_DAYS.map((days) => (
              <option key={days} value={days}>
                {days === 365 ? "1 year" : `${days} days`}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </FormDialog>
  );
}
