import { expect, test } from "@jest/globals";
import { check } from "./common.ts";
import { inboxQueryRule, inboxReadRule } from "./inbox.ts";

const INSTANT = "2026-03-08T09:30:00.000Z";

test.each(["2026-03-08", "2026-03-08T10:30:00+01:00", "2026-03-08T09:30Z", "2026-13-08", "now"])(
  "the instant %s is refused, because instants are compared as text",
  (instant) => {
    expect(check(inboxReadRule, { until: instant })).toHaveProperty("errors");
    expect(check(inboxQueryRule, { before: `${instant},item` })).toHaveProperty("errors");
  },
);

test("an instant in milliseconds of UTC is accepted", () => {
  expect(check(inboxReadRule, { until: INSTANT })).toEqual({ value: { until: INSTANT } });
  const before = `${INSTANT},item`;
  expect(check(inboxQueryRule, { before })).toEqual({ value: { before } });
});
