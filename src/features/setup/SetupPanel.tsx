import { Circle, CircleCheck, X } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { SETUP_STEPS, type SetupStep } from "#contract/setup.ts";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { Link } from "#ui/button/Link.tsx";
import card from "#ui/page/Card.module.css";
import classes from "./SetupPanel.module.css";
import { useBecomeAdminMutation, useCloseSetupMutation, useGetSetupQuery } from "./setupApi.ts";

/** Where each step leads. A provider is set up by the server's settings. */
const STEPS: Record<SetupStep, { label: string; note: string; to?: string }> = {
  task: {
    label: "Create a task",
    note: "On the task list, or with n on any screen",
    to: paths.tasks,
  },
  people: { label: "Invite people", note: "By links, or by mail", to: paths.users },
  import: { label: "Import tasks", note: "From a file of another program", to: paths.import },
  provider: { label: "Connect a provider", note: "For one sign-in: OIDC_PROVIDERS on the server" },
};

const focus = (heading: HTMLElement | null) => heading?.focus();

/** The first steps on a new server. An admin can close them for good. */
export function SetupPanel() {
  const { data } = useGetSetupQuery(undefined, { refetchOnMountOrArgChange: true });
  const [close, { isLoading }] = useCloseSetupMutation();
  const [isNewAdmin, setNewAdmin] = useState(false);
  if (data?.can_become_admin) return <BecomeAdmin onDone={() => setNewAdmin(true)} />;
  if (!data?.steps) return null;
  const { steps } = data;

  async function closeForGood({ currentTarget }: MouseEvent) {
    const page = currentTarget.closest("main");
    const { error } = await close();
    // The panel with the focus is gone.
    if (!error) focus(page?.querySelector("h1") ?? null);
  }

  return (
    <section className={cx(card.card, classes.panel)} aria-labelledby="setup-heading">
      <div className={classes.head}>
        <h2 id="setup-heading" tabIndex={-1} ref={isNewAdmin ? focus : undefined}>
          First steps
        </h2>
        <IconButton
          label="Close the first steps for good"
          icon={<X />}
          size="sm"
          disabled={isLoading}
          onClick={(event) => void closeForGood(event)}
        />
      </div>
      <ul className={classes.steps}>
        {SETUP_STEPS.map((step) => (
          <Step key={step} step={step} isDone={steps[step]} />
        ))}
      </ul>
    </section>
  );
}

function Step({ step, isDone }: { step: SetupStep; isDone: boolean }) {
  const { label, note, to } = STEPS[step];
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={classes.step}>
      <Icon aria-hidden="true" className={isDone ? classes.done : classes.open} />
      <span className={classes.text}>
        {to ? <Link to={to}>{label}</Link> : <strong>{label}</strong>}
        <span className="visually-hidden">{isDone ? " (done)" : " (to do)"}</span>
        <span className={classes.note}>{note}</span>
      </span>
    </li>
  );
}

/** As long as a server has no admin, any user may become it. */
function BecomeAdmin({ onDone }: { onDone: () => void }) {
  const [become, { isLoading }] = useBecomeAdminMutation();

  async function handleClick() {
    const { error } = await become();
    if (!error) onDone();
  }

  return (
    <section className={cx(card.card, classes.panel)} aria-labelledby="setup-heading">
      <h2 id="setup-heading">This server has no admin yet</h2>
      <p className={classes.note}>An admin invites people, and manages users and teams.</p>
      <Button className={classes.become} busy={isLoading} onClick={() => void handleClick()}>
        Become the admin
      </Button>
    </section>
  );
}
