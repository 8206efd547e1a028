import type { RootState } from "#app/rootReducer.ts";
import { openChannel } from "#lib/channel.ts";
import { instancesIn } from "./machineEvents.ts";

/** A running machine: the machine's name, the instance's, and its state. */
export interface RunningMachine {
  machine: string;
  instance: string;
  state: string;
}

/** A tab's running machines, or a request for them. */
export type MachinesMessage = { asks: true } | { asks: false; running: RunningMachine[] };

export const MACHINES_CHANNEL = "taskdeck-machines";

/**
 * Sends this tab's running machines to the page /__machines in another tab: when that page asks for
 * them, and at each call of the returned function.
 */
export function shareMachines(getState: () => RootState): () => void {
  const channel = openChannel(MACHINES_CHANNEL);
  if (!channel) return () => undefined;
  const tell = () => {
    const state = getState();
    const running = instancesIn(state).map(({ machine, name, stateIn }) => ({
      machine: machine.name,
      instance: name,
      state: stateIn(state),
    }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have targets, channels don't
    channel.postMessage({ asks: false, running } satisfies MachinesMessage);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<MachinesMessage>) => {
    if (data.asks) tell();
  });
  return tell;
}
