import { expect, test } from "@jest/globals";
import { idTag, listTag, listTags, unlessRefused } from "./tags.ts";

test("a list provides its own tag and those of its records", () => {
  expect(listTags("User", [{ id: "1" }, { id: "2" }])).toEqual([
    listTag("User"),
    idTag("User", "1"),
    idTag("User", "2"),
  ]);
});

test("a list that failed to load still provides its own tag", () => {
  expect(listTags("Team")).toEqual([{ type: "Team", id: "LIST" }]);
});

test("a mutation invalidates its tags unless the server refused it", () => {
  const tags = [listTag("Team")];
  expect(unlessRefused(undefined, tags)).toEqual(tags);
  expect(unlessRefused({ status: 400, data: {} }, tags)).toEqual([]);
  expect(unlessRefused({ status: "FETCH_ERROR", error: "gone" }, tags)).toEqual(tags);
  expect(unlessRefused({ status: 504, data: {} }, tags)).toEqual(tags);
});
