import { describe, expect, test } from "@jest/globals";
import { check } from "./common.ts";
import { profileRule } from "./profile.ts";
import { registrationRule } from "./registration.ts";
import { credentialsRule } from "./session.ts";

const profile = profileRule(null);

describe("e-mail addresses that look like others", () => {
  test.each([
    ["a zero-width space", "ad\u200ba@example.com"],
    ["a zero-width joiner", "ad\u200da@example.com"],
    ["a soft hyphen", "ad\u00ada@example.com"],
    ["a direction mark", "\u202eada@example.com"],
    ["a word joiner", "ada@exam\u2060ple.com"],
    ["a variation selector", "ada\ufe0f@example.com"],
    ["a Hangul filler", "ada\u3164@example.com"],
    ["an empty Braille cell", "ada\u2800@example.com"],
    ["full-width letters", "ａｄａ@example.com"],
    ["a full-width at sign", "ada＠example.com"],
    ["a ligature", "\ufb01ona@example.com"],
    ["a control character", "ada\x01@example.com"],
    ["many combining marks", `a${"\u0301".repeat(31)}@example.com`],
  ])("%s is refused in a new address, but not at sign-in", (_what, email) => {
    const password = "a long password";
    expect(check(registrationRule, { email, password, role: "member" })).toEqual({
      errors: [{ param: "email", msg: "Invalid email" }],
    });
    expect(check(profile, { name: "Ada", email })).toEqual({
      errors: [{ param: "email", msg: "Please enter a valid email" }],
    });
    if (email.includes("@")) {
      expect(check(credentialsRule, { email, password })).toEqual({ value: { email, password } });
    }
  });

  test.each([
    "ada@bücher.example",
    "ada.lovelace+x@example.com",
    "用户@例子.中国",
    "a😀@b.co",
    "a@..b",
  ])("%s is accepted", (email) => {
    const input = { email, password: "a long password", role: "member" };
    expect(check(registrationRule, input)).toEqual({ value: input });
  });
});
