import { expect, test } from "@jest/globals";
import { SignJWT } from "jose";
import * as openid from "openid-client";
import { failureCause } from "./failureCause.ts";

const ISSUER = "https://id.example";
const SECRET = new TextEncoder().encode("a secret of more than thirty-two bytes");
const now = () => Math.floor(Date.now() / 1000);
const EMAIL = "ada@example.com";

/** The failure of a sign-in at whose end the provider sends this response. */
async function failureOf(status: number, body: object, algorithms = ["HS256"]): Promise<unknown> {
  const metadata = {
    issuer: ISSUER,
    token_endpoint: `${ISSUER}/token`,
    id_token_signing_alg_values_supported: algorithms,
  };
  const config = new openid.Configuration(metadata, "taskdeck", undefined, openid.None());
  config[openid.customFetch] = async () => Response.json(body, { status });
  const callback = new URL("https://tasks.example/callback?code=code&state=state");
  try {
    return await openid.authorizationCodeGrant(config, callback, {
      expectedState: "state",
      expectedNonce: "nonce",
      idTokenExpected: true,
    });
  } catch (failure) {
    return failure;
  }
}

/** A token response. `claims` replace those of a valid ID token. */
async function tokens(claims: object) {
  const valid = { iss: ISSUER, aud: "taskdeck", sub: "ada", nonce: "nonce", email: EMAIL };
  const times = { iat: now(), exp: now() + 60 };
  const id_token = await new SignJWT({ ...valid, ...times, ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .sign(SECRET);
  return { access_token: "access", token_type: "bearer", id_token };
}

test("an unexpected algorithm is named with the accepted ones", async () => {
  const failure = await failureOf(200, await tokens({}), ["RS256", "ES256"]);
  expect(failureCause(failure)).toMatchObject({ alg: "HS256", expected: "RS256 ES256" });
});

test.each([
  ["aud", "another"],
  ["nonce", "another"],
  ["iss", "https://other.example"],
])("the claim %s is named, without its value", async (claim, value) => {
  const cause = failureCause(await failureOf(200, await tokens({ [claim]: value })));
  expect(cause).toMatchObject({ reason: "OAUTH_JWT_CLAIM_COMPARISON_FAILED", claim });
  expect(JSON.stringify(cause)).not.toContain(value);
  expect(JSON.stringify(cause)).not.toContain(EMAIL);
});

test("a wrong clock shows as the age of the claim", async () => {
  const failure = await failureOf(200, await tokens({ exp: now() - 3_600 }));
  const cause = failureCause(failure);
  expect(cause).toMatchObject({ reason: "OAUTH_JWT_TIMESTAMP_CHECK_FAILED", claim: "exp" });
  expect(cause.seconds_ago).toBeGreaterThanOrEqual(3_600);
  expect(cause.seconds_ago).toBeLessThan(3_700);
});

test("a refusal by the provider is named by its code and status, without its text", async () => {
  const failure = await failureOf(401, { error: "invalid_client", error_description: EMAIL });
  expect(failureCause(failure)).toMatchObject({ error: "invalid_client", status: 401 });
  expect(JSON.stringify(failureCause(failure))).not.toContain(EMAIL);
});

test("a response that is no JSON is not quoted, and anything may be thrown", async () => {
  const failure: unknown = await new Response("<html>secret")
    .json()
    .catch((error: unknown) => error);
  const wrapped = new Error("parsing failed", { cause: failure });
  expect(failureCause(wrapped)).toEqual({ reason: "Error", messages: "parsing failed" });
  expect(failureCause("text")).toEqual({ reason: "unknown" });
  expect(failureCause(undefined)).toEqual({ reason: "unknown" });
});
