/** What can go wrong between a browser and the server. */
export type FaultKind =
  /** Calls reach the server late. */
  | "delay"
  /** The connection is gone before the server has the call. */
  | "drop before"
  /** The server acts, and the connection is gone before its answer. */
  | "drop after"
  /** The server acts, and the connection is gone in the middle of its answer. */
  | "cut"
  /** Answers of calls that are out at the same time arrive in the opposite order. */
  | "reorder"
  /** Every call is refused with 401, until the access token has been refreshed. */
  | "401 storm"
  /** The server fails, and says so. */
  | "500"
  /** Calls are taken, and nothing ever comes of them. */
  | "half-open";

/** A call as faults choose it. */
export interface Call {
  method: string;
  /** Without the query. */
  path: string;
}

export interface FaultOptions {
  /** The calls that it hits; all calls of the API unless given. */
  matches?: (call: Call) => boolean;
  /** How many calls it hits; all until its end unless given. */
  times?: number;
  /** ms that a delay takes. */
  ms?: number;
  /** reorder: how many answers wait for each other; those of a moment unless given. */
  together?: number;
  /** 401 storm: how many refreshes are answered with 503 first. */
  refusedRefreshes?: number;
  /** half-open: what is held at its end stays unanswered, rather than be cut off. */
  silent?: boolean;
}

/** A fault that is on. */
export interface Fault {
  /** Calls that it has hit. */
  readonly hits: number;
  /** Resolves once it has hit a call. */
  readonly hit: Promise<void>;
  /** Turns it off. What it held back is let go, or cut off. */
  end(): void;
}
