import { skipToken } from "@reduxjs/toolkit/query/react";
import { Circle, CircleCheck, X } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { SETUP_STEPS, type SetupStep } from "#contract/setup.ts";
import type { Setup } from "#contract/shapes/setup.ts";
import { paths } from "#lib/address/paths.ts";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { cx } from "#lib/cx.ts";
import { Button, LinkButton } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import card from "#ui/page/Card.module.css";
import classes from "./SetupPanel.module.css";
import { useBecomeAdminMutation, useCloseSetupMutation, useGetSetupQuery } from "./setupApi.ts";

interface StepText {
  label: string;
  note: string;
  /** Where the step is done: an address, or the command of a dialog. */
  to?: string;
  command?: CommandName;
}

const STEPS: Record<SetupStep, StepText> = {
  task: { label: "Create a task", note: "Or press n, on any screen", command: "newTask" },
  team: { label: "Create a team", note: "For the tasks of several people", to: paths.teams },
  people: { label: "Invite people", note: "By links, or by mail", to: paths.users },
  import: { label: "Import tasks", note: "From a file of another program", to: paths.import },
  provider: { label: "Connect a provider", note: "One sign-in for all, in the server's settings" },
};

const focus = (heading: HTMLElement | null) => heading?.focus();

/** What a new server still needs; null if there is nothing to show. */
export function useSetup(isOffered: boolean): { setup: Setup | null; isWaiting: boolean } {
  const { data, isLoading } = useGetSetupQuery(isOffered ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const setup = data?.steps || data?.can_become_admin ? data : null;
  return { setup, isWaiting: isLoading };
}

/** The first steps on a new server. An admin can close them for good. */
export function SetupPanel({ setup: { steps, can_become_admin } }: { setup: Setup }) {
  const [close, { isLoading }] = useCloseSetupMutation();
  const [isNewAdmin, setNewAdmin] = useState(false);
  if (can_become_admin) return <BecomeAdmin onDone={() => setNewAdmin(true)} />;
  if (!steps) return null;
  const next = SETUP_STEPS.find((step) => !steps[step]);

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
      <ol className={classes.steps}>
        {SETUP_STEPS.map((step) => (
          <Step key={step} text={STEPS[step]} isDone={steps[step]} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function Step({ text, isDone, isNext }: { text: StepText; isDone: boolean; isNext: boolean }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={classes.step}>
      <Icon aria-hidden="true" className={isDone ? classes.done : classes.open} />
      <span className={classes.text}>
        <Action {...text} isNext={isNext} />
        <span className="visually-hidden">{isDone ? " (done)" : " (to do)"}</span>
        <span className={classes.note}>{text.note}</span>
      </span>
    </li>
  );
}

/** Leads to where a step is done: the next one as the main button, the others as links. */
function Action({ label, to, command, isNext }: StepText & { isNext: boolean }) {
  const look = { size: "sm", variant: isNext ? "primary" : "ghost" } as const;
  const className = isNext ? undefined : classes.link;
  if (to) {
    return (
      <LinkButton {...look} to={to} className={className}>
        {label}
      </LinkButton>
    );
  }
  if (!command) return <strong>{label}</strong>;
  return (
    <Button {...look} className={className} onClick={() => runCommand(command)}>
      {label}
    </Button>
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
