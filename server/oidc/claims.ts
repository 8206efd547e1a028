import { object } from "yup";
import { check } from "#contract/rules/common.ts";
import { newEmailRule } from "#contract/rules/email.ts";
import { profileRule } from "#contract/rules/profile.ts";
import type { Role } from "#contract/user.ts";
import { nameFromEmail } from "#server/accounts/email.ts";
import type { OidcProvider } from "./providerConfig.ts";

/** A user as the provider's claims describe them. */
export interface OidcPerson {
  subject: string;
  /** The provider's session. */
  sid: string | null;
  /** null: the provider names no address that an account may have. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  /** undefined: the provider doesn't decide the role. */
  role: Role | undefined;
  /** The names of the user's teams; undefined: the provider doesn't decide them. */
  teams: readonly string[] | undefined;
}

/** The claims that decide about role and teams. */
export type DecidingClaims = Pick<OidcPerson, "role" | "teams">;

interface Claims {
  readonly [name: string]: unknown;
  readonly sub?: unknown;
  readonly sid?: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

const VALUES_MAX = 1_000;
const emailRule = object({ email: newEmailRule("Invalid email") });

/** The texts of a claim: `groups`, or `realm_access.roles` inside another claim. */
function textsOf(claims: Claims, name: string): string[] {
  const own = Object.hasOwn(claims, name);
  const value = own
    ? claims[name]
    : name.split(".").reduce<unknown>((inner, key) => {
        const isObject = typeof inner === "object" && inner !== null;
        return isObject && Object.hasOwn(inner, key) ? (inner as Claims)[key] : undefined;
      }, claims);
  return [value]
    .flat()
    .slice(0, VALUES_MAX)
    .filter((text) => typeof text === "string");
}

function nameOf({ name }: Claims, email: string): string {
  const checked = check(profileRule(null), { name, email });
  return "value" in checked ? checked.value.name : nameFromEmail(email);
}

/**
 * The claims with the address: the first that say whether it is verified. One source must not verify the
 * address of another.
 */
function addressOf(sources: readonly Claims[]): Claims {
  const named = sources.filter(({ email }) => email !== undefined);
  return named.find(({ email_verified }) => email_verified !== undefined) ?? named[0] ?? {};
}

/** Reads the claims of the ID token and of the userinfo response. Throws without a subject. */
export function readPerson(
  provider: OidcProvider,
  idToken: Claims,
  userinfo: Claims = {},
): OidcPerson {
  const claims = { ...userinfo, ...idToken };
  const { sub, sid } = claims;
  if (typeof sub !== "string" || sub === "" || sub.length > 255) throw new Error("No subject");
  const address = addressOf([idToken, userinfo]);
  const { email_verified = provider.trustEmail } = address;
  const checked = check(emailRule, { email: address["email"] });
  const email = "value" in checked ? checked.value.email : null;
  const { role, teams } = provider;
  const isAdmin = role && textsOf(claims, role.claim).some((value) => role.admin.includes(value));
  const map = teams?.map;
  const teamNames =
    teams &&
    textsOf(claims, teams.claim).flatMap((value) => {
      if (!map) return [value];
      return Object.hasOwn(map, value) ? [map[value] ?? value] : [];
    });
  return {
    subject: sub,
    sid: typeof sid === "string" && sid.length <= 255 ? sid : null,
    email,
    // Some providers send a text.
    emailVerified: email_verified === true || email_verified === "true",
    name: email === null ? "" : nameOf(claims, email),
    role: role && (isAdmin ? "admin" : "member"),
    teams: teamNames && [...new Set(teamNames)],
  };
}
