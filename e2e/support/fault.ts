/** The faults of a network between browser and server. */
export type FaultKind =
  /** Calls reach the server late. */
  | "delay"
  /** The connection breaks before the server gets the call. */
  | "drop before"
  /** The server handles the call, and the connection breaks before its response. */
  | "drop after"
  /** The server handles the call, and the connection breaks in the middle of its response. */
  | "cut"
  /** Responses of parallel calls arrive in reverse order. */
  | "reorder"
  /** Every call gets a 401 until the access token is refreshed. */
  | "401 storm"
  /** The server responds 500. */
  | "500"
  /** Calls are accepted but never get a response. */
  | "half-open";

/** The properties of a call by which faults select it. */
export interface Call {
  method: string;
  /** Without the query. */
  path: string;
}

export interface FaultOptions {
  /** The calls that the fault hits; by default all calls of the API. */
  matches?: (call: Call) => boolean;
  /** How many calls the fault hits; by default all. */
  times?: number;
  /** The length of a delay in ms. */
  ms?: number;
  /**
   * reorder: how many responses are reversed together; by default all that arrive within a short time.
   */
  together?: number;
  /** 401 storm: how many refreshes get a 503 first. */
  refusedRefreshes?: number;
  /** half-open: whether held calls stay open when the fault ends; by default they are aborted. */
  silent?: boolean;
}

/** An active fault. */
export interface Fault {
  /** The number of calls that it has hit. */
  readonly hits: number;
  /** Resolves when it has hit a call. */
  readonly hit: Promise<void>;
  /** Ends the fault. Held calls are released or aborted. */
  end(): void;
}
