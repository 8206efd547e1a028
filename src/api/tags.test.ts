import { expect, test } from "@jest/globals";
import { changed, idTag, listTag, listTags } from "./tags.ts";

test("a list provides itself and each of its things", () => {
  expect(listTags("User", [{ id: "1" }, { id: "2" }])).toEqual([
    listTag("User"),
    idTag("User", "1"),
    idTag("User", "2"),
  ]);
});

test("a list that failed to load still provides itself, so that a change loads it again", () => {
  expect(listTags("Team")).toEqual([{ type: "Team", id: "LIST" }]);
});

test("a change puts out of date what it is about, unless it was refused", () => {
  const tags = [listTag("Team")];
  expect(changed(undefined, tags)).toEqual(tags);
  expect(changed({ status: 400, data: {} }, tags)).toEqual([]);
  expect(changed({ status: "FETCH_ERROR", error: "gone" }, tags)).toEqual(tags);
  expect(changed({ status: 504, data: {} }, tags)).toEqual(tags);
});
