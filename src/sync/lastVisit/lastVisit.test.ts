import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { User } from "#contract/shapes/user.ts";
import { DAY_MS } from "#contract/time.ts";
import { TokenVault } from "#session/tokens.ts";
import { memoryStorage } from "#testing/schedules/model/fakeBrowser.ts";
import { fakeRecords } from "#testing/stubs/fakeRecords.ts";
import { createLastVisit } from "./lastVisit.ts";
import type { KeptEntry, Records } from "./records.ts";
import { chooseSharedComputer } from "./sharedComputer.ts";

const sessionOf = (id: string): SessionResponse => ({
  user: { id, name: id } as User,
  accessToken: "access",
  refreshToken: `refresh ${id}`,
});

const entry = (age = 0): KeptEntry => ({
  endpointName: "getBoard",
  arg: undefined,
  json: '{"Todo":[]}',
  at: Date.now() - age,
});
const NOTHING = { userId: null, entries: [] };
const BOARD = new Map([["board", entry()]]);

let browser: ReturnType<typeof fakeRecords>;
let openTab: () => { tokens: TokenVault; lastVisit: ReturnType<typeof createLastVisit> };

beforeEach(() => {
  browser = fakeRecords();
  const storage = memoryStorage();
  openTab = () => {
    const tokens = new TokenVault(storage, new EventTarget(), null);
    return { tokens, lastVisit: createLastVisit(tokens, browser.records) };
  };
});
afterEach(() => {
  document.head.replaceChildren();
  localStorage.clear();
});

/** A tab in which Ada is signed in and has seen a board. */
async function adasTab(kept = BOARD) {
  const tab = openTab();
  tab.tokens.signIn(sessionOf("ada"));
  expect(await tab.lastVisit.open("ada")).toBe(true);
  await tab.lastVisit.keep("ada", kept);
  expect(browser.entries.size).toBe(1);
  return tab;
}

test("returns the last visit's data on the next visit", async () => {
  await adasTab();
  expect(await openTab().lastVisit.read()).toEqual({
    userId: "ada",
    entries: [{ endpointName: "getBoard", arg: undefined, value: { Todo: [] } }],
  });
});

test("returns nothing without a session, or to another user, whose sign-in deletes it", async () => {
  const { tokens } = await adasTab();
  tokens.clear("expired");
  expect(await openTab().lastVisit.read()).toEqual(NOTHING);
  tokens.signIn(sessionOf("bob"));
  expect(await openTab().lastVisit.read()).toEqual(NOTHING);
  await openTab().lastVisit.open("bob");
  expect(browser.entries.size).toBe(0);
});

test("a write that waits while another tab signs out is dropped", async () => {
  const { tokens, lastVisit } = await adasTab();
  const other = openTab();
  const release = browser.hold();
  const clearing = lastVisit.clear();
  const writing = other.lastVisit.keep("ada", BOARD);
  tokens.clear("signedOut");
  release();
  await Promise.all([clearing, writing]);
  expect(browser.entries.size).toBe(0);
  expect(browser.owner()).toBeUndefined();
});

test("a tab that doesn't know of the sign-out yet writes nothing", async () => {
  const { lastVisit } = await adasTab();
  await lastVisit.clear();
  // Its local storage still names the session.
  await openTab().lastVisit.keep("ada", BOARD);
  expect(browser.entries.size).toBe(0);
});

test("a tab that opens while another signs out deletes the stored data", async () => {
  const { tokens } = await adasTab();
  const release = browser.hold();
  const opening = openTab().lastVisit.open("ada");
  tokens.clear("signedOut");
  release();
  expect(await opening).toBe(false);
  expect(browser.entries.size).toBe(0);
  expect(browser.owner()).toBeUndefined();
});

test("a new build ignores and deletes the previous build's data", async () => {
  await adasTab();
  const meta = document.createElement("meta");
  Object.assign(meta, { name: "build", content: "next" });
  document.head.append(meta);
  const { lastVisit } = openTab();
  expect(await lastVisit.read()).toEqual(NOTHING);
  await lastVisit.open("ada");
  expect(browser.entries.size).toBe(0);
});

test("returns no entry that is older than the longest session", async () => {
  await adasTab(new Map([["board", entry(8 * DAY_MS)]]));
  expect(await openTab().lastVisit.read()).toEqual({ userId: "ada", entries: [] });
});

test("on a shared computer nothing is stored or returned", async () => {
  const { lastVisit } = await adasTab();
  chooseSharedComputer(true);
  expect(await lastVisit.read()).toEqual(NOTHING);
  expect(await lastVisit.open("ada")).toBe(false);
  expect(browser.entries.size).toBe(0);
  await lastVisit.keep("ada", BOARD);
  expect(browser.entries.size).toBe(0);
});

test("without IndexedDB nothing is stored and no call fails", async () => {
  const remove = jest.fn(() => Promise.resolve());
  const refusal = () => Promise.reject(new Error("QuotaExceededError"));
  const records: Records = { read: refusal, change: refusal, remove };
  const { tokens } = openTab();
  tokens.signIn(sessionOf("ada"));
  const lastVisit = createLastVisit(tokens, records);
  expect(await lastVisit.read()).toEqual(NOTHING);
  expect(await lastVisit.open("ada")).toBe(false);
  await lastVisit.keep("ada", BOARD);
  await lastVisit.clear();
  // If the records can't be cleared, the whole database is deleted.
  expect(remove).toHaveBeenCalledTimes(1);
});
