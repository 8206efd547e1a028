import { expect, test } from "@jest/globals";
import { PASSWORD_MIN } from "../session.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

test("common passwords are listed in lower case and NFC, and none is below the minimum length", () => {
  for (const password of COMMON_PASSWORDS) {
    expect(password).toBe(password.normalize("NFC").toLowerCase());
    expect(password.length).toBeGreaterThanOrEqual(PASSWORD_MIN);
  }
});
