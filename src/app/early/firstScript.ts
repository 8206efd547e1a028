import { EarlyCalls } from "#api/earlyCalls.ts";
import { pathInApp } from "#lib/address/basePath.ts";
import { createClientId } from "#lib/clientId.ts";
import { SAME_ORIGIN } from "#lib/env.ts";
import { SESSION_EXPIRED } from "#session/refreshEvents.ts";
import { createRefresher } from "#session/refresher.ts";
import { TokenVault } from "#session/tokens.ts";
import { createLastVisit } from "#sync/lastVisit/lastVisit.ts";
import { type EarlyStart, exposeEarlyStart } from "./earlyStart.ts";
import { callsAt } from "./pageCalls.ts";

type Dispatch = Parameters<EarlyStart["listen"]>[0];

/** Buffers the refresh's events until the app's store exists. */
function createRelay(tokens: TokenVault) {
  const { user } = tokens;
  let events: { type: string }[] = [];
  let dispatch: Dispatch = (event) => events.push(event);
  // Another tab may have signed in since the refresh ended the session.
  const isExpired = () =>
    tokens.end !== null && events.some(({ type }) => type === SESSION_EXPIRED);
  return {
    dispatch: (event: { type: string }) => dispatch(event),
    expiredUser: () => (isExpired() ? user : null),
    listen(next: Dispatch) {
      const kept = isExpired() ? events : events.filter(({ type }) => type !== SESSION_EXPIRED);
      for (const event of kept) next(event);
      events = [];
      dispatch = next;
    },
  };
}

/**
 * Sends the first requests before the app's code has arrived: one refresh of a stored session, then
 * the calls of the requested page. The app takes them over. If this script has not run, the app
 * sends them itself.
 */
export function runFirstScript(): void {
  // With another origin, CORS may require a preflight request before each call.
  if (!SAME_ORIGIN) return;
  const tokens = new TokenVault();
  const refresher = createRefresher({ tokens });
  const clientId = createClientId();
  const calls = new EarlyCalls(clientId);
  const { dispatch, ...relay } = createRelay(tokens);
  const lastVisit = createLastVisit(tokens);
  const lastVisitData = lastVisit.read();
  exposeEarlyStart({ tokens, refresher, clientId, calls, lastVisit, lastVisitData, ...relay });

  const { user, refreshToken, epoch } = tokens;
  if (!refreshToken || !user) return;
  const { pathname, search } = window.location;
  const planned = callsAt({ pathname: pathInApp(pathname) ?? "/", search }, user).then(
    (found) => calls.plan(found),
    () => undefined,
  );
  void refresher.refresh({ token: null, epoch }, dispatch).then(async (outcome) => {
    await planned;
    const { accessToken } = tokens;
    if (outcome === "renewed" && accessToken && tokens.epoch === epoch) calls.start(accessToken);
    else calls.drop();
  });
}
