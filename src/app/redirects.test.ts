import { afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import { act } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { profileApi } from "#features/profile/profileApi.ts";
import { sessionExpired } from "#session/sessionEvents.ts";
import { TokenVault } from "#session/tokens.ts";
import { makeTestStore } from "#testing/renderApp.tsx";
import { loadAllScreens } from "#testing/screens/allScreens.ts";

const realFetch = globalThis.fetch;

beforeAll(loadAllScreens);

beforeEach(() => void jest.useFakeTimers());

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
  act(() => toast.remove());
});

/** A session whose refreshes succeed, while the profile gets a 401. */
function openSession() {
  globalThis.fetch = async (input) =>
    new URL(new Request(input).url).pathname === "/api/profile"
      ? Response.json({ error: "No" }, { status: 401 })
      : Response.json({ accessToken: "newer", id: "u1" });
  localStorage.setItem("refreshToken", "r");
  localStorage.setItem("user", JSON.stringify({ id: "u1", name: "Ada" }));
  const store = makeTestStore(new TokenVault());
  return { ...store, status: () => store.getState().auth.status };
}

it("an expired session redirects to sign-in after 1000 ms", async () => {
  const { dispatch, status } = openSession();
  await jest.advanceTimersByTimeAsync(0);
  dispatch(sessionExpired());
  await jest.advanceTimersByTimeAsync(999);
  expect(status()).toBe("expired");
  await jest.advanceTimersByTimeAsync(1);
  expect(status()).toBe("signedOut");
});

it("a profile that gets a 401 redirects to sign-in after 2000 ms", async () => {
  const { dispatch, getState, status } = openSession();
  await jest.advanceTimersByTimeAsync(0);
  const { getProfile } = profileApi.endpoints;
  void dispatch(getProfile.initiate());
  const refused = () => getProfile.select()(getState()).isError;
  for (let turn = 0; !refused() && turn < 100; turn++) await jest.advanceTimersByTimeAsync(0);
  expect(refused()).toBe(true);
  await jest.advanceTimersByTimeAsync(1_990);
  expect(status()).toBe("signedIn");
  await jest.advanceTimersByTimeAsync(10);
  expect(status()).toBe("signedOut");
  expect(localStorage.getItem("refreshToken")).toBeNull();
  expect(localStorage.getItem("user")).toBeNull();
});
