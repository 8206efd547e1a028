import { beforeEach, describe, expect, it } from "@jest/globals";
import type { User } from "#contract/user.ts";
import { fakeChannels } from "#testing/stubs/fakeChannel.ts";
import { type ElsewhereEvent, TokenVault } from "./tokens.ts";

const person = (id: string): User => ({
  id,
  name: id,
  email: `${id}@example.com`,
  role: "member",
  is_active: true,
  created_at: "2026-03-15T12:00:00.000Z",
});
const session = (id: string, n = 1) => ({
  user: person(id),
  accessToken: `access ${id} ${n}`,
  refreshToken: `refresh ${id} ${n}`,
});

/** Two tabs of a browser. A tab hears of storage only when the test says so. */
function openTabs() {
  const openChannel = fakeChannels();
  const open = () => {
    const events = new EventTarget();
    const tokens = new TokenVault(localStorage, events, openChannel());
    const heard: ElsewhereEvent[] = [];
    tokens.subscribe((event) => heard.push(event));
    return { tokens, heard };
  };
  return [open(), open()] as const;
}

beforeEach(() => localStorage.clear());

describe("a new access token of another tab", () => {
  it("is taken for the same user", () => {
    const [here, there] = openTabs();
    there.tokens.signIn(session("ada"));
    here.tokens.reconcile();
    there.tokens.renew("renewed");
    expect(here.tokens.accessToken).toBe("renewed");
  });

  it("is not taken for another user, before this tab knows of them", () => {
    const [here, there] = openTabs();
    here.tokens.signIn(session("ada"));
    there.tokens.signIn(session("bob"));
    there.tokens.renew("of bob");
    expect(here.tokens.accessToken).toBe("access ada 1");
  });

  it("is not taken after the sign-out", () => {
    const [here, there] = openTabs();
    there.tokens.signIn(session("ada"));
    here.tokens.reconcile();
    here.tokens.clear("signedOut");
    there.tokens.renew("late");
    expect(here.tokens.accessToken).toBeNull();
  });
});

describe("when another tab signs in as another user", () => {
  it("this tab drops its access token, and requests of the former user no longer count", () => {
    const [here, there] = openTabs();
    here.tokens.signIn(session("ada"));
    const { epoch } = here.tokens;
    there.tokens.signIn(session("bob"));
    here.tokens.reconcile();
    expect(here.heard).toEqual([{ type: "user", user: person("bob") }]);
    expect(here.tokens.accessToken).toBeNull();
    expect(here.tokens.epoch).not.toBe(epoch);
  });

  it("but not when the same user signs in again", () => {
    const [here, there] = openTabs();
    here.tokens.signIn(session("ada"));
    const { epoch } = here.tokens;
    there.tokens.signIn(session("ada", 2));
    here.tokens.reconcile();
    expect(here.heard).toEqual([]);
    expect(here.tokens).toMatchObject({ epoch, accessToken: "access ada 1" });
  });
});

describe("a refresh token that another tab stores after the end of the session", () => {
  it("is removed", () => {
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
});
