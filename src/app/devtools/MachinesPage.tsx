import { useEffect, useState } from "react";
import { openChannel } from "#lib/channel.ts";
import { type Machine, targetsOf } from "#lib/machine.ts";
import { PageHeader } from "#ui/PageHeader.tsx";
import classes from "./MachinesPage.module.css";
import { machines } from "./machines.ts";
import { MACHINES_CHANNEL, type MachinesMessage, type RunningMachine } from "./machinesChannel.ts";

/** The running machines, as the tab that changed last has sent them. */
function useRunning(): readonly RunningMachine[] {
  const [running, setRunning] = useState<readonly RunningMachine[]>([]);
  useEffect(() => {
    const channel = openChannel(MACHINES_CHANNEL);
    channel?.addEventListener("message", ({ data }: MessageEvent<MachinesMessage>) => {
      if (!data.asks) setRunning(data.running);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have targets, channels don't
    channel?.postMessage({ asks: true } satisfies MachinesMessage);
    return () => channel?.close();
  }, []);
  return running;
}

/** Every machine with its states and events, and the instances that are in each state now. For development. */
export default function MachinesPage() {
  const running = useRunning();
  return (
    <main className={classes.page}>
      <title>Machines - Taskdeck</title>
      <PageHeader
        title="Machines"
        subtitle="Use Taskdeck in another tab: the states in which its machines are light up."
      />
      {machines.map((machine) => (
        <section key={machine.name} aria-label={machine.name}>
          <h2>{machine.name}</h2>
          <ul className={classes.states}>
            {Object.entries(machine.states).map(([state, meaning]) => (
              <State
                key={state}
                name={state}
                meaning={meaning}
                machine={machine}
                instances={running.filter(
                  (one) => one.machine === machine.name && one.state === state,
                )}
              />
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

function State({
  name,
  meaning,
  machine,
  instances,
}: {
  name: string;
  meaning: string;
  machine: Machine;
  instances: readonly RunningMachine[];
}) {
  const events = Object.keys(machine.events)
    .map((event) => ({ event, targets: targetsOf(machine, name, event) }))
    .filter(({ targets }) => targets.length > 0);
  return (
    <li className={classes.state} aria-current={instances.length > 0}>
      <h3 title={meaning}>{name}</h3>
      {instances.map(({ instance }) => (
        <p key={instance} className={classes.instance}>
          {instance}
        </p>
      ))}
      <ul className={classes.events}>
        {events.map(({ event, targets }) => (
          <li key={event}>
            {event} → {targets.join(" or ")}
          </li>
        ))}
      </ul>
    </li>
  );
}
