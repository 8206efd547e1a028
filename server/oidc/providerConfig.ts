import { array, boolean, object, string, ValidationError } from "yup";
import { ConfigError } from "#server/configError.ts";

/** An OpenID Connect provider that the operator has configured. */
export interface OidcProvider {
  /** Part of addresses such as the callback's. */
  id: string;
  issuer: string;
  clientId: string;
  /** undefined: a public client. Never log it. */
  clientSecret: string | undefined;
  label: string;
  /** A `data:` URL. */
  icon: string | null;
  scopes: string;
  /** Whether an unknown user gets an account; undefined: unless registration is closed. */
  create: boolean | undefined;
  /** Whether addresses count as verified if the provider doesn't say. */
  trustEmail: boolean;
  /** Whether every sign-in, and not only the first, sets role and teams. */
  sync: boolean;
  /** Whether signing out ends the provider's session too. */
  logout: boolean;
  /** A user whose claim has one of these values is an admin, any other a member. */
  role: { claim: string; admin: readonly string[] } | undefined;
  /** The claim's values, or the names that `map` gives them, are names of teams. */
  teams: { claim: string; map: Readonly<Record<string, string>> | undefined } | undefined;
}

const PROVIDERS_MAX = 20;
const TEAMS_MAX = 200;

const line = (max: number) =>
  string().trim().min(1, "${path} is empty").max(max, `\${path} has more than ${max} characters`);

/** Whether the address uses TLS, or does not leave this machine. */
function isSafeUrl(value = ""): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash } = new URL(value);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return (protocol === "https:" || (protocol === "http:" && isLocal)) && search + hash === "";
}

const isTeamMap = (value: unknown): value is Record<string, string> =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).length <= TEAMS_MAX &&
  Object.values(value).every((name) => typeof name === "string");

const UNKNOWN = "${path} has unknown settings: ${unknown}";

const providerRule = object({
  id: string()
    .required("${path} is missing")
    .matches(/^[a-z\d][a-z\d-]{0,31}$/, "${path} must have 1 to 32 of a-z, 0-9 and -"),
  issuer: line(500)
    .required("${path} is missing")
    .test("url", "${path} must be an https:// URL (http:// only on localhost)", isSafeUrl),
  client_id: line(500).required("${path} is missing"),
  client_secret: line(1_000),
  label: line(60).required("${path} is missing"),
  icon: string()
    .max(20_000, "${path} has more than 20000 characters")
    .matches(/^data:image\/(?:svg\+xml|png|webp)[;,]/, "${path} must be a data: URL of an image"),
  scopes: line(500).default("openid email profile"),
  create: boolean(),
  trust_email: boolean().default(false),
  sync: boolean().default(true),
  logout: boolean().default(true),
  role: object({
    claim: line(200).required("${path} is missing"),
    admin: array(line(200).required()).required("${path} is missing").max(TEAMS_MAX),
  })
    .noUnknown(true, UNKNOWN)
    .default(undefined),
  teams: object({
    claim: line(200).required("${path} is missing"),
    map: object()
      .test("names", "${path} must map values of the claim to names of teams", (map) =>
        map === undefined ? true : isTeamMap(map),
      )
      .default(undefined),
  })
    .noUnknown(true, UNKNOWN)
    .default(undefined),
}).noUnknown(true, UNKNOWN);

const rule = array(providerRule.required())
  .required()
  .max(PROVIDERS_MAX, `it has more than ${PROVIDERS_MAX} providers`);

/**
 * Reads a list of providers in JSON. Throws a {@link ConfigError} that names the invalid setting, but
 * no value, which may be a secret.
 *
 * @param name the setting that holds the list
 * @param create the providers' default of `create`
 */
export function readProviders(name: string, json: string, create?: boolean): OidcProvider[] {
  const fail = (reason: string) => new ConfigError(`${name} is invalid: ${reason}`);
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    throw fail("it is no JSON");
  }
  if (!Array.isArray(list)) throw fail("it must be a JSON list of providers");
  try {
    rule.validateSync(list, { strict: true });
  } catch (failure) {
    if (!(failure instanceof ValidationError)) throw failure;
    const isWrongType = failure.type === "typeError";
    throw fail(isWrongType ? `${failure.path} has the wrong type` : failure.message);
  }
  const providers = rule.cast(list).map((provider) => ({
    id: provider.id,
    issuer: provider.issuer,
    clientId: provider.client_id,
    clientSecret: provider.client_secret,
    label: provider.label,
    icon: provider.icon ?? null,
    scopes: provider.scopes,
    create: provider.create ?? create,
    trustEmail: provider.trust_email,
    sync: provider.sync,
    logout: provider.logout,
    role: provider.role,
    teams: provider.teams && {
      claim: provider.teams.claim,
      map: provider.teams.map,
    },
  }));
  const ids = providers.map(({ id }) => id);
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  if (repeated !== undefined) throw fail(`two providers have the id ${repeated}`);
  return providers;
}
