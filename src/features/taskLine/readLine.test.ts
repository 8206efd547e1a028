import { describe, expect, it, test } from "@jest/globals";
import type { Person } from "#features/users/usePeople.tsx";
import { readLine, saysMore } from "./readLine.ts";

// A Wednesday.
const TODAY = "2026-03-11";

const person = (name: string, address: string, more: Partial<Person> = {}): Person => ({
  id: address,
  label: name,
  name,
  address,
  note: undefined,
  isActive: true,
  ...more,
});

const ME = person("Ada Lovelace", "ada@example.com", { label: "Me" });
const PEOPLE = [
  ME,
  person("Sofía Rossi", "rossi@example.com"),
  person("Kim Lee", "kim@north.example"),
  person("Kim Lee", "kim@south.example"),
  person("Kim Leeds", "leeds@example.com"),
  person("Gone Kimball", "gone@example.com", { isActive: false }),
  person("Tom Stone", "tom@example.com"),
];

const read = (line: string) => readLine(line, PEOPLE, TODAY);

describe("a line for a new task", () => {
  it("has a person, a day and a priority anywhere besides the title", () => {
    expect(read("Mend the @sofia net tomorrow !high please")).toEqual({
      title: "Mend the net please",
      assignee: expect.objectContaining({ id: "rossi@example.com" }),
      due_date: "2026-03-12",
      priority: "High",
    });
  });

  test.each([
    ["Mow fri", "Mow", "2026-03-13"],
    ["Mow on sat", "Mow", "2026-03-14"],
    ["Mow by next monday", "Mow", "2026-03-16"],
    ["Mow in 3 days", "Mow", "2026-03-14"],
    ["Mow for 12 mar 2027", "Mow", "2027-03-12"],
    ["Friday, mow", "mow", "2026-03-13"],
    ["Mow 2026-04-01 the lawn", "Mow the lawn", "2026-04-01"],
  ])("%s is due", (line, title, due_date) => {
    expect(read(line)).toEqual({ title, due_date });
  });

  test.each([
    "Call Tom",
    "Enjoy the sun",
    "Plan 3 days off",
    "Take a week off",
    "Release 1.2.",
    "Write yesterday's report",
    "Look at 2020-01-01",
    "Mail ada@example.com",
    "Find @nobody",
    "Ask @gone",
    "Wow!",
    "Say !loud",
    "tomorrow",
    "@sofia !high",
  ])("%s is only a title", (line) => {
    expect(read(line)).toEqual({ title: line });
    expect(saysMore(read(line))).toBe(false);
  });

  test.each([
    ["@me", ME.id],
    ["@lovelace", ME.id],
    ["@SOFIA rossi", "rossi@example.com"],
    ["@kim leeds", "leeds@example.com"],
    ["@kim@south.example", "kim@south.example"],
  ])("%s is one person", (name, id) => {
    expect(read(`${name} mow`)).toMatchObject({ title: "mow", assignee: { id } });
    expect(read(`Mow ${name}`)).toMatchObject({ title: "Mow", assignee: { id } });
  });

  it("gives a task to nobody while several people have the name", () => {
    const { title, assignee, namesakes } = read("Mow @kim lee today");
    expect(title).toBe("Mow @kim lee");
    expect(assignee).toBeUndefined();
    expect(namesakes?.people.map(({ id }) => id)).toEqual([
      "kim@north.example",
      "kim@south.example",
    ]);
    expect("Mow @kim lee today".slice(namesakes?.start, namesakes?.end)).toBe("@kim lee");
  });
});
