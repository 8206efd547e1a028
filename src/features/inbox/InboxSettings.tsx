import { useId, useState } from "react";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { INBOX_KINDS, type InboxKind } from "#contract/inbox.ts";
import type { InboxSettings as Settings } from "#contract/shapes/inbox.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import classes from "./InboxPanel.module.css";
import { useGetInboxSettingsQuery, useSaveInboxSettingsMutation } from "./inboxApi.ts";

const LABELS: Readonly<Record<InboxKind, string>> = {
  mentioned: "Comments that mention me",
  assigned: "Tasks that others assign to me",
  commented: "Comments on tasks that I created or am assigned to",
  due_today: "My tasks that are due today",
  overdue: "My tasks that become overdue",
};

/** A switch for each kind of items. It takes effect at once, and goes back if it can't be saved. */
export function InboxSettings() {
  const query = useGetInboxSettingsQuery(undefined, ALWAYS_FRESH);
  const { data } = query;
  const [save] = useSaveInboxSettingsMutation();
  const [chosen, setChosen] = useState<Partial<Settings>>({});
  const id = useId();

  async function choose(kind: InboxKind, isOn: boolean) {
    setChosen((before) => ({ ...before, [kind]: isOn }));
    const { error: failure } = await save({ [kind]: isOn });
    if (failure) setChosen(({ [kind]: _refused, ...others }) => others);
  }

  if (!data) return <LoadState query={query} failure="Failed to load settings" />;
  const settings = { ...data, ...chosen };
  return (
    <fieldset className={classes.settings}>
      <legend>My inbox gets</legend>
      {INBOX_KINDS.map((kind) => (
        <label key={kind} htmlFor={`${id}-${kind}`} className={classes.setting}>
          <input
            id={`${id}-${kind}`}
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- `checked` implies aria-checked
            role="switch"
            checked={settings[kind]}
            onChange={({ target }) => void choose(kind, target.checked)}
          />
          {LABELS[kind]}
        </label>
      ))}
    </fieldset>
  );
}
