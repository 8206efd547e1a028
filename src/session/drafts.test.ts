import { afterEach, describe, expect, it, jest, test } from "@jest/globals";
import { Drafts } from "./drafts.ts";

const ADA = "u1";
const BOB = "u2";
const text = (title: string) => ({ values: { title } });
const stored = () => Object.values(sessionStorage).join("\n");

afterEach(() => sessionStorage.clear());

describe("a draft", () => {
  it("is found by user and form, also after a reload", () => {
    const drafts = new Drafts();
    drafts.keep(ADA, "task:new", text("Mow"));
    drafts.keep(ADA, "task:1", { ...text("Rake"), base: { id: "1", title: "Leaf" } });
    for (const one of [drafts, new Drafts()]) {
      expect(one.find(ADA, "task:new")).toEqual(text("Mow"));
      expect(one.find(ADA, "task:1")).toEqual({
        values: { title: "Rake" },
        base: { id: "1", title: "Leaf" },
      });
      expect(one.find(BOB, "task:new")).toBeNull();
      expect(one.find("u1:task", "new")).toBeNull();
    }
  });

  it("isn't found while it is being saved, and returns if the save fails", () => {
    const drafts = new Drafts();
    drafts.keep(ADA, "comment:1", text("Hello"));
    const failed = drafts.beginSave(ADA, "comment:1");
    expect(drafts.find(ADA, "comment:1")).toBeNull();
    failed(false);
    expect(drafts.find(ADA, "comment:1")).toEqual(text("Hello"));
    drafts.beginSave(ADA, "comment:1")(true);
    expect(drafts.find(ADA, "comment:1")).toBeNull();
  });
});

test("another user finds no drafts, and removes those of the former user", () => {
  const drafts = new Drafts();
  drafts.keep(ADA, "task:new", text("Ada's"));
  drafts.keep(BOB, "task:new", text("Bob's"));
  drafts.interrupt(ADA, "/tasks");
  drafts.retainOnly(BOB);
  expect(drafts.find(ADA, "task:new")).toBeNull();
  expect(drafts.returnPath(ADA)).toBeNull();
  expect(stored()).toContain("Bob's");
  expect(stored()).not.toContain("Ada's");
  drafts.retainOnly(null);
  expect(sessionStorage).toHaveLength(0);
});

describe("an interruption", () => {
  it("remembers the page and the open forms with drafts, also after a reload", () => {
    const before = new Drafts();
    before.open(ADA, "task:1");
    before.open(ADA, "comment:1");
    before.open(ADA, "task:2")();
    before.keep(ADA, "task:1", text("Mow"));
    before.keep(ADA, "task:2", text("Rake"));
    before.interrupt(ADA, "/tasks/1?x=2");
    const drafts = new Drafts();
    expect(drafts.returnPath(BOB)).toBeNull();
    expect(drafts.returnPath(ADA)).toBe("/tasks/1?x=2");
    expect(drafts.resume(ADA, "task:1")).toBeNull();
    drafts.startResuming(ADA);
    expect(drafts.returnPath(ADA)).toBeNull();
    expect(drafts.resume(BOB, "task:1")).toBeNull();
    expect(drafts.resume(ADA, "task:2")).toBeNull();
    expect(drafts.resume(ADA, "comment:1")).toBeNull();
    expect(drafts.resume(ADA, /^task:/)).toBe("task:1");
    expect(drafts.resume(ADA, "task:1")).toBeNull();
  });

  it("resumes no form that was saved, and none after a minute", () => {
    jest.useFakeTimers();
    const drafts = new Drafts();
    for (const form of ["a", "b"]) {
      drafts.open(ADA, form);
      drafts.keep(ADA, form, text("Mow"));
    }
    drafts.interrupt(ADA, "/");
    drafts.startResuming(ADA);
    drafts.drop(ADA, "a");
    expect(drafts.resume(ADA, "a")).toBeNull();
    jest.advanceTimersByTime(61_000);
    expect(drafts.resume(ADA, "b")).toBeNull();
    jest.useRealTimers();
  });

  it.each(["//evil.example", "https://evil.example", "tasks", ""])(
    "never returns to %j",
    (path) => {
      sessionStorage.setItem(
        "taskdeck:interrupted",
        JSON.stringify({ user: ADA, path, forms: [] }),
      );
      expect(new Drafts().returnPath(ADA)).toBeNull();
    },
  );
});

describe("session storage", () => {
  it("keeps the last draft when it is full", () => {
    const drafts = new Drafts();
    drafts.keep(ADA, "task:new", text("Mow"));
    drafts.keep(ADA, "task:new", text("x".repeat(6_000_000)));
    expect(drafts.find(ADA, "task:new")).toEqual(text("Mow"));
  });

  it("causes no error when it is forbidden", () => {
    const refuse = () => {
      throw new DOMException("No", "SecurityError");
    };
    const broken = { length: 1, key: refuse, getItem: refuse, setItem: refuse, removeItem: refuse };
    for (const getStorage of [() => broken, refuse]) {
      const drafts = new Drafts(getStorage);
      drafts.keep(ADA, "task:new", text("Mow"));
      drafts.interrupt(ADA, "/tasks");
      expect(drafts.find(ADA, "task:new")).toBeNull();
      expect(drafts.returnPath(ADA)).toBeNull();
      drafts.startResuming(ADA);
      drafts.retainOnly(null);
    }
  });

  it.each(["", "null", "[]", "{", '{"values":3}', "7"])(
    "ignores the invalid value %j",
    (invalid) => {
      sessionStorage.setItem("taskdeck:draft:u1:task:new", invalid);
      sessionStorage.setItem("taskdeck:interrupted", invalid);
      const drafts = new Drafts();
      expect(drafts.find(ADA, "task:new")).toBeNull();
      expect(drafts.returnPath(ADA)).toBeNull();
    },
  );
});
