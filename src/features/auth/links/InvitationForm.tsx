import { fieldErrorsOf } from "#api/errors.ts";
import type { InvitationAcceptance } from "#contract/link.ts";
import type { LinkPreview } from "#contract/shapes/link.ts";
import { AuthForm } from "#features/auth/AuthForm.tsx";
import { useForm } from "#lib/forms/useForm.ts";
import { useRegisterMutation } from "#session/sessionApi.ts";
import { refusalText, registrationMessages } from "#session/signInMessages.ts";
import { NameField, NewPasswordField, PasswordOwner } from "#ui/form/accountFields.tsx";
import { LinkExpiry, LinkPurpose } from "./LinkPurpose.tsx";

const LIST = new Intl.ListFormat("en");

/** Creates the account of an invitation. The session's listeners show the toasts. */
export function InvitationForm({ link, token }: { link: LinkPreview; token: string }) {
  const [register, { isLoading, error: refusal }] = useRegisterMutation();
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
      <AuthForm
        form={form}
        refusal={refusalText(refusal, registrationMessages)}
        label="Create Account"
        busyLabel="Creating Account..."
        busy={isLoading}
      >
        <PasswordOwner email={link.email} />
        <NameField form={form} />
        <NewPasswordField form={form} name="password" />
      </AuthForm>
    </>
  );
}
