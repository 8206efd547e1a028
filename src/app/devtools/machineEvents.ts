import type { UnknownAction } from "@reduxjs/toolkit";
import type { RootState } from "#app/state/rootReducer.ts";
import { bulkMachine } from "#features/bulk/bulkMachine.ts";
import type { What } from "#features/changes/queue/change.ts";
import { changeMachine } from "#features/changes/queue/changeMachine.ts";
import { uploadMachine } from "#features/files/uploadMachine.ts";
import { selectionMachine } from "#features/selection/selectionMachine.ts";
import { filtersMachine } from "#lib/filters/filtersMachine.ts";
import { type Fields, isObject } from "#lib/json.ts";
import type { Machine } from "#lib/machine.ts";
import { sessionEventOf } from "#session/authSlice.ts";
import { sessionMachine } from "#session/sessionMachine.ts";
import { connectionMachine } from "#sync/connection/connectionMachine.ts";
import { connectionEventOf } from "#sync/connection/connectionSlice.ts";
import { liveMachine } from "#sync/live/liveMachine.ts";

/** A running machine: the only one of its kind, or one for each change of a task. */
interface MachineInstance {
  machine: Machine;
  /** Its slice and, for one of several, an id, such as "changes/7f3a/status". */
  name: string;
  stateIn: (root: RootState) => string;
  /** The machine's event that an action stands for. */
  eventOf: (action: UnknownAction) => string | undefined;
}

/** The event of a slice's own action: its type without the slice's name. */
const eventIn =
  (slice: string) =>
  ({ type }: UnknownAction): string | undefined =>
    type.startsWith(`${slice}/`) ? type.slice(slice.length + 1) : undefined;

/** The machine of a slice that comes with a page. Before that it is in its first state. */
const late = (
  machine: Machine,
  name: "selection" | "filters" | "boardFilters" | "userBulk" | "teamBulk",
): MachineInstance => ({
  machine,
  name,
  stateIn: (root: Partial<RootState>) => root[name]?.phase ?? Object.keys(machine.initial)[0] ?? "",
  eventOf: eventIn(name),
});

/** The machines that have exactly one instance. */
const SINGLE: readonly MachineInstance[] = [
  {
    machine: sessionMachine,
    name: "session",
    stateIn: ({ auth }) => auth.status,
    eventOf: sessionEventOf,
  },
  {
    machine: connectionMachine,
    name: "connection",
    stateIn: ({ connection }) => connection.status,
    eventOf: connectionEventOf,
  },
  {
    machine: liveMachine,
    name: "live",
    stateIn: ({ live }) => live.status,
    eventOf: eventIn("live"),
  },
  late(selectionMachine, "selection"),
  late(filtersMachine, "filters"),
  late(filtersMachine, "boardFilters"),
  late(bulkMachine, "userBulk"),
  late(bulkMachine, "teamBulk"),
];

const NONE: ReadonlySet<string> = new Set();
const named = new WeakMap<UnknownAction, ReadonlySet<string>>();

/** The changes that an action of their slice names: "id/what". An action may name thousands. */
function changesIn(action: UnknownAction): ReadonlySet<string> {
  const { type, payload } = action;
  if (!type.startsWith("changes/") || !isObject(payload)) return NONE;
  const names = named.get(action) ?? new Set(namesIn(payload));
  named.set(action, names);
  return names;
}

function namesIn(payload: Fields): string[] {
  const { tasks, changes, what = "new" } = payload;
  const all = [tasks, changes].find(Array.isArray) ?? [payload];
  return all.flatMap((one: unknown) =>
    isObject(one) && typeof one["id"] === "string"
      ? [`${one["id"]}/${String(one["what"] ?? what)}`]
      : [],
  );
}

function changeOf(name: string): MachineInstance {
  const slash = name.lastIndexOf("/");
  const [id, what] = [name.slice(0, slash), name.slice(slash + 1) as What];
  return {
    machine: changeMachine,
    name: `changes/${name}`,
    stateIn: ({ changes }: Partial<RootState>) => changes?.entries[id]?.[what]?.phase ?? "settled",
    eventOf: (action) => (changesIn(action).has(name) ? eventIn("changes")(action) : undefined),
  };
}

const uploadOf = (id: string): MachineInstance => ({
  machine: uploadMachine,
  name: `uploads/${id}`,
  stateIn: ({ uploads }: Partial<RootState>) =>
    uploads?.find((upload) => upload.id === id)?.phase ?? "gone",
  eventOf: (action) => {
    const isAbout = isObject(action.payload) && action.payload["id"] === id;
    return isAbout ? eventIn("uploads")(action) : undefined;
  },
});

/** The machines that run in a state. */
function instancesIn({ changes, uploads = [] }: Partial<RootState>): MachineInstance[] {
  const names = Object.entries(changes?.entries ?? {}).flatMap(([id, all]) =>
    Object.keys(all).map((what) => `${id}/${what}`),
  );
  return [...SINGLE, ...names.map(changeOf), ...uploads.map(({ id }) => uploadOf(id))];
}

/** An event that an action stands for, or a change of a machine's state that it causes. */
export interface MachineEvent {
  machine: Machine;
  instance: string;
  /** Undefined if the action belongs to another part of the app. */
  event: string | undefined;
  from: string;
  to: string;
}

/** The effects of an action on the machines: its events, and every change of a state. */
export function machineEvents(
  before: RootState,
  after: RootState,
  action: UnknownAction,
): MachineEvent[] {
  const running = [
    ...instancesIn(before),
    ...instancesIn(after),
    ...[...changesIn(action)].map(changeOf),
  ];
  const instances = new Map(running.map((instance) => [instance.name, instance]));
  return [...instances.values()].flatMap(({ machine, name, stateIn, eventOf }) => {
    const found = eventOf(action);
    const event = found !== undefined && Object.hasOwn(machine.events, found) ? found : undefined;
    const [from, to] = [stateIn(before), stateIn(after)];
    return event !== undefined || from !== to ? [{ machine, instance: name, event, from, to }] : [];
  });
}
