import { expect, test } from "@jest/globals";
import { listTag, unlessRefused } from "./tags.ts";

test("a mutation invalidates its tags unless the server refused it", () => {
  const tags = [listTag("Team")];
  expect(unlessRefused(undefined, tags)).toEqual(tags);
  expect(unlessRefused({ status: 400, data: {} }, tags)).toEqual([]);
  expect(unlessRefused({ status: "FETCH_ERROR", error: "gone" }, tags)).toEqual(tags);
  expect(unlessRefused({ status: 504, data: {} }, tags)).toEqual(tags);
});
