import type { CompleteResponse, Exchange } from "./exchange.ts";
import type { FaultKind, FaultOptions } from "./fault.ts";

/** The effect of a fault on a call. */
export type Strategy = (exchange: Exchange) => Promise<void>;

const json = (status: number, body: object): CompleteResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(body)),
});

/** The call that renews access tokens. */
export const REFRESH = "/api/auth/refresh";
/** Calls whose 401 doesn't mean an expired access token. */
const SESSION_CALLS = new Set(["/api/auth/login", "/api/auth/register", REFRESH]);

/** The time in ms for which responses wait for later ones before they are released in reverse order. */
const GATHER_MS = 60;

interface Running {
  /** Handles one call. */
  handle: Strategy;
  /** Releases held calls. */
  end: () => void;
}

const nothing = (): void => undefined;

/** Makes the strategy of a fault. */
export function strategyOf(kind: FaultKind, options: FaultOptions): Running {
  switch (kind) {
    case "delay":
      return delaying(options.ms ?? 500);
    case "drop before":
      return { handle: async (exchange) => exchange.drop(), end: nothing };
    case "drop after":
      return { handle: dropAfter, end: nothing };
    case "cut":
      return { handle: cut, end: nothing };
    case "reorder":
      return reordering(options.together);
    case "401 storm":
      return storm(options.refusedRefreshes ?? 0);
    case "500":
      return {
        handle: async (exchange) => exchange.respond(json(500, { error: "Something went wrong" })),
        end: nothing,
      };
    case "half-open":
      return halfOpen(options.silent ?? false);
  }
}

async function dropAfter(exchange: Exchange): Promise<void> {
  await exchange.fetchResponse();
  exchange.drop();
}

async function cut(exchange: Exchange): Promise<void> {
  exchange.cut(await exchange.fetchResponse());
}

function delaying(ms: number): Running {
  return {
    handle: async (exchange) => {
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
      await exchange.pass();
    },
    end: nothing,
  };
}

function halfOpen(silent: boolean): Running {
  let held: Exchange[] = [];
  return {
    handle: async (exchange) => {
      held.push(exchange);
    },
    end: () => {
      if (!silent) for (const exchange of held) exchange.drop();
      held = [];
    },
  };
}

function reordering(together?: number): Running {
  let waiting: { exchange: Exchange; answer: CompleteResponse }[] = [];
  let timer: NodeJS.Timeout | undefined;
  function release(): void {
    const batch = waiting.reverse();
    waiting = [];
    // With a short pause between them, so that they arrive in this order.
    batch.forEach(({ exchange, answer }, place) => {
      setTimeout(() => exchange.respond(answer), place * 10);
    });
  }
  return {
    handle: async (exchange) => {
      if (exchange.isStream) return await exchange.pass();
      const answer = await exchange.fetchResponse();
      waiting.push({ exchange, answer });
      clearTimeout(timer);
      if (together === undefined) timer = setTimeout(release, GATHER_MS);
      else if (waiting.length === together) release();
    },
    end: () => {
      clearTimeout(timer);
      release();
    },
  };
}

function storm(refusedRefreshes: number): Running {
  let refused = refusedRefreshes;
  let renewed = false;
  return {
    handle: async (exchange) => {
      const { path } = exchange.call;
      if (path === REFRESH && refused > 0) {
        refused -= 1;
        exchange.respond(json(503, { error: "The server is busy" }));
      } else if (path === REFRESH) {
        const answer = await exchange.fetchResponse();
        renewed ||= answer.status < 300;
        exchange.respond(answer);
      } else if (!renewed && path.startsWith("/api/") && !SESSION_CALLS.has(path)) {
        exchange.respond(json(401, { error: "Not signed in" }));
      } else {
        await exchange.pass();
      }
    },
    end: nothing,
  };
}
