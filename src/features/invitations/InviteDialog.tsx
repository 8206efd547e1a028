import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useSelector } from "react-redux";
import { fieldErrorsOf } from "#api/errors.ts";
import { INVITATION_LIST_MAX, type InvitationsInput } from "#contract/link.ts";
import { DEFAULT_ROLE } from "#contract/user.ts";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/button/Button.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { AddressTextArea } from "#ui/form/AddressTextArea.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { RoleField } from "#ui/form/RoleField.tsx";
import { InvitationResults, withAddresses } from "./InvitationResults.tsx";
import classes from "./Links.module.css";
import { useInviteMutation } from "./linksApi.ts";

const EMPTY: InvitationsInput = { list: "", role: DEFAULT_ROLE, teams: "" };

const splitIds = (teams: string) => teams.split(",").filter(Boolean);

/** Invites the people of a pasted list, and then shows a link for each. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invite] = useInviteMutation();
  const { data: teams = [] } = useGetTeamsQuery();
  const [results, setResults] = useState<ReturnType<typeof withAddresses> | null>(null);
  const form = useDraftForm({
    draft: useDraft("invite"),
    initialValues: EMPTY,
    rule: (rules) => rules.invitationsRule,
    async save(input) {
      const { data, error } = await invite(input);
      if (error) return fieldErrorsOf(error);
      setResults(withAddresses(data ?? []));
      return undefined;
    },
  });
  if (results) return <InvitationResults results={results} onClose={onClose} />;

  const chosen = splitIds(form.values.teams);
  function choose(id: string, isChosen: boolean) {
    const ids = isChosen ? [...chosen, id] : chosen.filter((one) => one !== id);
    form.setValues({ ...form.values, teams: ids.join(",") });
  }

  return (
    <FormDialog
      title="Invite people"
      form={form}
      submitLabel="Create links"
      busyLabel="Creating..."
      question={{ title: "Discard this list?", message: "Nobody has been invited yet." }}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="list"
        label="Email addresses"
        hint="One person per line. A line may name a role and teams: Ada <ada@example.com>, admin, Team A; Team B"
        limit={{ max: INVITATION_LIST_MAX, name: "The list" }}
        required
      >
        {(props) => <AddressTextArea {...props} className={classes.list} />}
      </FormField>
      <RoleField form={form} hint="Used when a line names no role." />
      {teams.length > 0 && (
        <fieldset className={classes.teams}>
          <legend>Teams</legend>
          <div className={classes.choices}>
            {teams.map(({ id, name }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <span dir="auto">{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  );
}

/** Opens the dialog that invites people. Other servers have no invitations. */
export function InviteButton() {
  const isOurs = useSelector(selectHasExtensions);
  const [open, setOpen] = useState(false);
  if (!isOurs) return null;
  return (
    <>
      <Button variant="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        Invite people
      </Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
