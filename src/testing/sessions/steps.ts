import { jest } from "@jest/globals";
import fc from "fast-check";
import { dragStarted } from "#features/board/data/boardSlice.ts";
import { filtersEvent } from "#features/filters/filtersSlice.ts";
import { TASK_VIEW } from "#features/filters/listQuery.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { readView } from "#lib/filters/view.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { secretOf, USERS, type UserName } from "./server.ts";
import type { Tab } from "./tab.ts";
import type { Fate, World } from "./world.ts";

const realSetImmediate = globalThis.setImmediate;

/** Runs all microtasks and due timers. */
export async function settle() {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => realSetImmediate(resolve));
}

/** Advances the fake time. */
export async function pass(ms: number) {
  jest.advanceTimersByTime(ms);
  await settle();
}

/** What may happen next. */
export type Step =
  | { type: "deliver"; nth: number; fate: Fate }
  | { type: "query" | "mutation" | "signOut" | "fill" | "restore"; tab: number }
  | { type: "signIn"; tab: number; user: UserName }
  | { type: "time"; ms: number }
  | { type: "sleep" }
  | { type: "clockSet"; ms: number }
  | { type: "revoke" };

const tab = fc.nat({ max: 2 });
const oneOf = <const T>(...values: T[]) => fc.constantFrom(...values);
const fate = fc.oneof(
  { weight: 12, arbitrary: oneOf<Fate>("ok") },
  { weight: 4, arbitrary: oneOf<Fate>("unreachable", "lost", "fails", "hangs") },
);
const CLOCK_CHANGES_MS = [-86_400_000, -1_000, 86_400_000];
const PAUSES_MS = [1, 150, 600, 1_000, 11_000, 45_000];

/** Any step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ type: oneOf("deliver"), nth: fc.nat({ max: 6 }), fate }) },
  { weight: 8, arbitrary: fc.record({ type: oneOf("query", "mutation"), tab }) },
  { weight: 3, arbitrary: fc.record({ type: oneOf("signOut", "fill", "restore"), tab }) },
  { weight: 5, arbitrary: fc.record({ type: oneOf("signIn"), tab, user: oneOf(...USERS) }) },
  { weight: 3, arbitrary: fc.record({ type: oneOf("time"), ms: oneOf(...PAUSES_MS) }) },
  { weight: 3, arbitrary: fc.record({ type: oneOf("sleep") }) },
  { weight: 1, arbitrary: fc.record({ type: oneOf("clockSet"), ms: oneOf(...CLOCK_CHANGES_MS) }) },
  { weight: 1, arbitrary: fc.record({ type: oneOf("revoke") }) },
);

const { login, logout } = sessionApi.endpoints;

/** The state of a tab's session. */
export const statusOf = ({ store }: Tab) => store.getState().auth.status;

/** The id of the user whom a tab shows. */
export function userOf({ store }: Tab): string | null {
  const { auth } = store.getState();
  return auth.status === "signedOut" ? null : (auth.user?.id ?? null);
}

/** Puts data of the user into the cache, slices and drafts of a tab. */
function fill(world: World, one: Tab) {
  const user = userOf(one) as UserName | null;
  if (!user) return;
  const secret = secretOf(user);
  const { dispatch } = one.store;
  dispatch(dragStarted({ cardId: secret }));
  dispatch(filtersEvent({ type: "addressOpened", query: readView(TASK_VIEW, "") }));
  dispatch(filtersEvent({ type: "searchTyped", text: secret }));
  const id = `${user}.bulk${world.newTag()}.${secret}`;
  dispatch(userBulk.actions.bulkRequested({ action: { active: false }, ids: [id] }));
  one.drafts.open(user, "task:new");
  one.drafts.keep(user, "task:new", { values: { title: secret } });
}

/** Makes a step happen. */
export async function take(world: World, one: Step): Promise<void> {
  const at = (index: number) => world.tabOf(index);
  switch (one.type) {
    case "deliver":
      world.deliver(one.nth, one.fate);
      break;
    case "query":
    case "mutation":
      world.ask(one.tab, one.type);
      break;
    case "fill":
      fill(world, at(one.tab));
      break;
    case "restore":
      // The tab returns from the back/forward cache, in which it received no events.
      at(one.tab).events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
      break;
    case "signOut":
      // Only a signed-in user has the logout button.
      if (userOf(at(one.tab))) world.watch(at(one.tab).store.dispatch(logout.initiate()));
      break;
    case "signIn":
      if (statusOf(at(one.tab)) !== "signedOut") break;
      world.watch(
        at(one.tab).store.dispatch(login.initiate({ email: one.user, password: "x".repeat(8) })),
      );
      break;
    case "time":
      await pass(one.ms);
      break;
    case "sleep":
      // The computer sleeps for an hour: timers stand still, but the server's time goes on.
      world.server.now += 3_600_000;
      break;
    case "clockSet":
      jest.setSystemTime(Date.now() + one.ms);
      break;
    case "revoke":
      world.server.endSessions();
      break;
  }
  await settle();
}
