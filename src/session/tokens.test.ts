import { beforeEach, expect, test } from "@jest/globals";
import type { User } from "#contract/shapes/user.ts";
import { fakeChannels } from "#testing/stubs/fakeChannel.ts";
import { type ElsewhereEvent, TokenVault } from "./tokens.ts";

const session = (id: string, n = 1) => ({
  user: { id, name: id, email: `${id}@example.com` } as User,
  accessToken: `access ${id} ${n}`,
  refreshToken: `refresh ${id} ${n}`,
});

/** Two tabs of a browser. A tab hears of storage only when the test says so. */
function openTabs() {
  const openChannel = fakeChannels();
  const open = () => {
    const tokens = new TokenVault(localStorage, new EventTarget(), openChannel());
    const heard: ElsewhereEvent[] = [];
    tokens.subscribe((event) => heard.push(event));
    return { tokens, heard };
  };
  return [open(), open()] as const;
}

beforeEach(() => localStorage.clear());

test("a new access token of another tab is taken for the same user until the sign-out, and for no other user", () => {
  const [here, there] = openTabs();
  there.tokens.signIn(session("ada"));
  here.tokens.reconcile();
  there.tokens.renew("renewed");
  expect(here.tokens.accessToken).toBe("renewed");
  // This tab doesn't know of Bob yet.
  there.tokens.signIn(session("bob"));
  there.tokens.renew("of bob");
  expect(here.tokens.accessToken).toBe("renewed");
  here.tokens.clear("signedOut");
  there.tokens.renew("late");
  expect(here.tokens.accessToken).toBeNull();
});

test("when another tab signs in as another user, this tab drops its access token, and requests of the former user no longer count", () => {
  const [here, there] = openTabs();
  here.tokens.signIn(session("ada"));
  const { epoch } = here.tokens;
  there.tokens.signIn(session("ada", 2));
  here.tokens.reconcile();
  expect(here.heard).toEqual([]);
  expect(here.tokens).toMatchObject({ epoch, accessToken: "access ada 1" });
  there.tokens.signIn(session("bob"));
  here.tokens.reconcile();
  expect(here.heard).toMatchObject([{ type: "user", user: { id: "bob" } }]);
  expect(here.tokens.accessToken).toBeNull();
  expect(here.tokens.epoch).not.toBe(epoch);
});

test("a refresh token that another tab stores after the end of the session is removed", () => {
  const [here, there] = openTabs();
  here.tokens.signIn(session("ada"));
  there.tokens.reconcile();
  there.tokens.clear("signedOut");
  localStorage.setItem("refreshToken", "refresh of a late response");
  here.tokens.reconcile();
  expect(localStorage.getItem("refreshToken")).toBeNull();
  expect(here.tokens).toMatchObject({ end: "signedOut", user: null, accessToken: null });
  expect(here.heard).toEqual([{ type: "signedOut" }]);
});
