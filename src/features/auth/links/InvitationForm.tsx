import { fieldErrorsOf } from "#api/errors.ts";
import type { InvitationAcceptance, LinkPreview } from "#contract/link.ts";
import { NAME_MAX } from "#contract/user.ts";
import { NewPasswordForm } from "#features/auth/NewPasswordForm.tsx";
import { useForm } from "#lib/forms/useForm.ts";
import { useRegisterMutation } from "#session/sessionApi.ts";
import { FormField } from "#ui/form/FormField.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { LinkExpiry, LinkPurpose } from "./LinkPurpose.tsx";

const LIST = new Intl.ListFormat("en");

/** Creates the account of an invitation. The session's listeners show the toasts. */
export function InvitationForm({ link, token }: { link: LinkPreview; token: string }) {
  const [register, { isLoading }] = useRegisterMutation();
  const form = useForm<InvitationAcceptance>({
    initialValues: { token, name: link.name, password: "" },
    rule: (rules) => rules.acceptanceRule,
    async save(acceptance) {
      const { error } = await register(acceptance);
      return error && fieldErrorsOf(error);
    },
  });
  const { teams } = link;
  return (
    <>
      <LinkPurpose>
        <strong>
          <bdi>{link.made_by}</bdi>
        </strong>{" "}
        invites you as {link.role === "admin" ? "an admin" : "a member"}
        {teams.length > 0 && (
          <>
            , in the {teams.length === 1 ? "team" : "teams"} <strong>{LIST.format(teams)}</strong>
          </>
        )}
        . You will sign in as{" "}
        <strong>
          <bdi>{link.email}</bdi>
        </strong>
        . <LinkExpiry link={link} />
      </LinkPurpose>
      <NewPasswordForm
        form={form}
        email={link.email}
        before={
          <FormField
            form={form}
            name="name"
            label="Full Name"
            limit={{ max: NAME_MAX, name: "Name" }}
            required
          >
            {(props) => <TextInput {...props} autoComplete="name" />}
          </FormField>
        }
        button={["Create Account", "Creating Account..."]}
        busy={isLoading}
      />
    </>
  );
}
