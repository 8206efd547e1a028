import type { Exchange } from "./exchange.ts";
import type { FaultKind, FaultOptions } from "./fault.ts";

/** The effect of a fault on a call. */
export type Strategy = (exchange: Exchange) => Promise<void>;

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
    case "drop before":
      return { handle: async (exchange) => exchange.drop(), end: nothing };
    case "drop after":
      return { handle: dropAfter, end: nothing };
    case "cut":
      return { handle: cut, end: nothing };
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
