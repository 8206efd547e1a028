import { types } from "node:util";

/** Why a sign-in failed, for the log. */
interface FailureCause {
  /** The libraries' code, or the error's name. */
  reason: string;
  /** The messages of the error and its causes. */
  messages?: string;
  /** The algorithm of the token, and the accepted ones. */
  alg?: string;
  expected?: string;
  /** The claim that is wrong. */
  claim?: string;
  /** A claim with a time: how many seconds it is behind the server's clock. */
  seconds_ago?: number;
  /** The provider's error code, and the status of its response. */
  error?: string;
  status?: number;
}

const TEXT_MAX = 200;
/** The maximum number of causes of an error. */
const DEPTH_MAX = 6;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => Object(value) as Fields;

/** An error and its causes, which may be errors or objects with details. */
function chainOf(failure: unknown): Fields[] {
  const chain: Fields[] = [];
  let next = failure;
  while (typeof next === "object" && next !== null && chain.length < DEPTH_MAX) {
    chain.push(fieldsOf(next));
    next = fieldsOf(next)["cause"];
  }
  return chain;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const cut = (text: string) => text.slice(0, TEXT_MAX);

/** The first of some values that is a text. */
const firstText = (values: readonly unknown[]): string | undefined => {
  const found = values.find(isText);
  return found === undefined ? undefined : cut(found);
};

/** The messages of the errors. Those of a JSON parser quote the response. */
const messagesOf = (chain: readonly Fields[]): string =>
  cut(
    chain
      .filter((error) => types.isNativeError(error) && error.name !== "SyntaxError")
      .map(({ message }) => message)
      .filter(isText)
      .join(": "),
  );

/**
 * Describes why a provider's sign-in failed. Of tokens and responses it has only the algorithm, the
 * name of the claim, the age of a time, and error code and status.
 */
export function failureCause(failure: unknown): FailureCause {
  const chain = chainOf(failure);
  const all = (name: string) => chain.map((fields) => fields[name]);
  const claim = firstText(all("claim"));
  const claims = fieldsOf([...all("claims"), ...all("payload")].find((one) => Object(one) === one));
  const time = claim === undefined ? undefined : claims[claim];
  const status = all("status").find((one) => typeof one === "number");
  const optional = {
    messages: messagesOf(chain),
    alg: firstText(all("header").map((header) => fieldsOf(header)["alg"])),
    expected: firstText(
      all("header").some(Boolean) ? all("expected").map((one) => [one].flat().join(" ")) : [],
    ),
    claim,
    seconds_ago: typeof time === "number" ? Math.round(Date.now() / 1000 - time) : undefined,
    error: firstText(all("error")),
    status,
  };
  const known = Object.entries(optional).filter(([, value]) => value !== undefined && value !== "");
  return {
    reason: firstText([...all("code"), ...all("name")]) ?? "unknown",
    ...Object.fromEntries(known),
  };
}
