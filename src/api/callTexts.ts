import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import type { CallError } from "./errors.ts";

/** Takes a call's change back. */
export interface CallUndo {
  /** What the call has changed, such as a user's name. */
  title: string;
  undo: (dispatch: ThunkDispatch<unknown, unknown, UnknownAction>) => void;
}

/** A text, or a function that returns null for a call without a toast. */
type Text<Args extends unknown[]> = string | ((...args: Args) => string | null);

/** The toasts of an endpoint's calls (§8). */
interface CallTexts<Arg, Result> {
  success?: Text<[arg: Arg, result: Result]>;
  /** What Undo in the toast of success does; null without Undo. */
  undo?: (arg: Arg, result: Result) => CallUndo | null;
  failure?: Text<[arg: Arg, error: CallError]>;
  /** Shown after a failure for which the server's response has no text. */
  serverFailure?: Text<[arg: Arg, error: CallError]>;
}

interface Endpoint {
  /** A type without a value. */
  Types: { QueryArg: unknown; ResultType: unknown };
}

type TextsOf<Endpoints extends Record<string, Endpoint>> = {
  [Name in keyof Endpoints]?: CallTexts<
    Endpoints[Name]["Types"]["QueryArg"],
    Endpoints[Name]["Types"]["ResultType"]
  >;
};

const textsByEndpoint = new Map<string, CallTexts<unknown, unknown>>();

/** Names the toasts of a feature's calls, beside its endpoints. `startCallToasts` shows them. */
export function addCallTexts<Endpoints extends Record<string, Endpoint>>(
  { endpoints: _endpoints }: { endpoints: Endpoints },
  texts: TextsOf<Endpoints>,
): void {
  for (const [name, ofEndpoint] of Object.entries(texts))
    textsByEndpoint.set(name, ofEndpoint as CallTexts<unknown, unknown>);
}

/** The toasts of an endpoint's calls. */
export const callTextsOf = (endpoint: string): CallTexts<unknown, unknown> =>
  textsByEndpoint.get(endpoint) ?? {};
