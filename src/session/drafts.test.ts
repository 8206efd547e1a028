import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Drafts } from "./drafts.ts";

const ADA = "u1";
const BOB = "u2";
const text = (title: string) => ({ values: { title } });
const stored = () => Object.values(sessionStorage).join("\n");

afterEach(() => sessionStorage.clear());

describe("what is typed", () => {
  it("is found again by its form and its user, also after a reload", () => {
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

  it("is stored with each keystroke: it needs no warning that the page goes", () => {
    const drafts = new Drafts();
    drafts.keep(ADA, "task:new", text("the last"));
    drafts.keep(ADA, "task:new", text("the last word"));
    expect(stored()).toContain("the last word");
  });

  it("goes when it is saved or discarded, and stays gone", () => {
    const drafts = new Drafts();
    drafts.keep(ADA, "task:new", text("Mow"));
    drafts.drop(ADA, "task:new");
    expect(drafts.find(ADA, "task:new")).toBeNull();
    expect(stored()).toBe("");
  });

  it("isn't offered while it is on its way, and comes back if it could not be saved", () => {
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

describe("another user", () => {
  it("gets nothing, and finds nothing", () => {
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
});

describe("an interruption", () => {
  it("remembers the page and the open forms that have a text, over a reload too", () => {
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

  it("opens nothing that was saved meanwhile, nor long after the return", () => {
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
    "leads nowhere but into the app: not to %j",
    (path) => {
      sessionStorage.setItem(
        "taskdeck:interrupted",
        JSON.stringify({ user: ADA, path, forms: [] }),
      );
      expect(new Drafts().returnPath(ADA)).toBeNull();
    },
  );
});

describe("a storage that is", () => {
  it("full keeps what came before the text that it has no room for", () => {
    const drafts = new Drafts();
    drafts.keep(ADA, "task:new", text("Mow"));
    drafts.keep(ADA, "task:new", text("x".repeat(6_000_000)));
    expect(drafts.find(ADA, "task:new")).toEqual(text("Mow"));
  });

  it("forbidden keeps nothing, and stops nobody", () => {
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

  it.each(["", "null", "[]", "{", '{"values":3}', "7"])("full of nonsense: %j", (nonsense) => {
    sessionStorage.setItem("taskdeck:draft:u1:task:new", nonsense);
    sessionStorage.setItem("taskdeck:interrupted", nonsense);
    const drafts = new Drafts();
    expect(drafts.find(ADA, "task:new")).toBeNull();
    expect(drafts.returnPath(ADA)).toBeNull();
  });
});
