import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { taskQueryRule } from "#contract/rules/task.ts";
import { PAGE_SIZE, SEARCH_MAX, TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import {
  cleanFilter,
  FILTER_NAMES,
  FIRST_PAGE,
  type FilterName,
  isFiltered,
  type ListQuery,
  NO_FILTERS,
  readAddress,
  sameQuery,
  toTaskQuery,
  writeAddress,
} from "./listQuery.ts";

// A fixed seed: the same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

/** Any text that a person or a link may put behind a filter's name. */
const value = (name: FilterName, text: fc.Arbitrary<string>) =>
  text.map((it) => cleanFilter(name, it));
const anyText = fc.string({ unit: "grapheme", maxLength: 80 });
const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
  filters: fc.record({
    search: value("search", anyText),
    priority: fc.constantFrom("", ...TASK_PRIORITIES),
    status: fc.constantFrom("", ...TASK_STATUSES),
    assignee: fc.oneof(fc.constant(""), fc.uuid(), value("assignee", anyText)),
    overdue: fc.constantFrom("", "true"),
    due: fc.oneof(fc.constant(""), day),
    team: fc.oneof(fc.constant(""), fc.uuid()),
  }),
  page: fc.integer({ min: 1, max: 999_999_999 }),
});

describe("the task list's address", () => {
  it("restores the same filters and page from any address it wrote", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(readAddress(writeAddress(query))).toEqual(query);
      }),
      { numRuns: 1_000 },
    );
  });

  it("every query string parses without an error, and serializes to one canonical form", () => {
    const name = fc.constantFrom(...FILTER_NAMES, "page", "limit", "__proto__");
    const typed = fc
      .array(fc.tuple(name, fc.oneof(anyText, day, fc.constantFrom("true", "Done", "-1", "2"))))
      .map((pairs) => `?${new URLSearchParams(pairs.map(([key, text]) => [key, text]))}`);
    fc.assert(
      fc.property(fc.oneof(typed, anyText), (search) => {
        const query = readAddress(search);
        const address = writeAddress(query);
        expect(readAddress(address)).toEqual(query);
        expect(writeAddress(readAddress(address))).toBe(address);
      }),
      { numRuns: 1_000 },
    );
  });

  it("has no query for all tasks, and otherwise the set filters in a fixed order", () => {
    expect(writeAddress(FIRST_PAGE)).toBe("");
    const query = readAddress("?page=3&status=In+Progress&search=%20tea%20%26%20cake%20");
    expect(writeAddress(query)).toBe("?search=tea+%26+cake&status=In+Progress&page=3");
  });

  it.each([
    ["?priority=Urgent", "no such priority"],
    ["?status=done", "no such status"],
    ["?overdue=1", "not a switch's word"],
    ["?due=2026-02-30", "no such day"],
    [`?assignee=${"x".repeat(65)}`, "longer than any id"],
    ["?page=0", "no such page"],
    ["?page=-1", "no such page"],
    ["?page=1.5", "no such page"],
    ["?page=abc", "no such page"],
    ["?page=99999999999999999999", "no such page"],
    ["?search=%20%20", "blank"],
    ["?assignee=%20", "blank"],
    ["?team=%20%20", "blank"],
  ])("ignores %s: %s", (search) => {
    expect(readAddress(search)).toEqual(FIRST_PAGE);
  });

  it("cuts a search to the maximum length that the server accepts", () => {
    expect(readAddress(`?search=${"a".repeat(500)}`).filters.search).toHaveLength(SEARCH_MAX);
    expect(readAddress(`?search=${"🦄".repeat(500)}`).filters.search).toBe("🦄".repeat(SEARCH_MAX));
  });
});

describe("the query of the task list request", () => {
  it("contains only the set filters, with 50 tasks a page", () => {
    expect(toTaskQuery(FIRST_PAGE)).toEqual({ page: 1, limit: PAGE_SIZE });
    const query = readAddress("?search=tea&overdue=true&due=2026-03-08&page=2");
    expect(toTaskQuery(query)).toEqual({
      page: 2,
      limit: 50,
      search: "tea",
      overdue: true,
      due: "2026-03-08",
    });
  });

  it("matches the server's schema for any address", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const sent = toTaskQuery(readAddress(writeAddress(query)));
        const texts = Object.fromEntries(
          Object.entries(sent).map(([name, it]) => [name, String(it)]),
        );
        expect(taskQueryRule.validateSync(texts)).toEqual(sent);
      }),
      { numRuns: 300 },
    );
  });
});

describe("comparing list queries", () => {
  it("serializes different queries differently", () => {
    fc.assert(
      fc.property(anyQuery, anyQuery, (one, other) => {
        expect(sameQuery(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
        expect(sameQuery(one, structuredClone(one))).toBe(true);
      }),
    );
  });

  it("detects whether any filter is set", () => {
    expect(isFiltered(NO_FILTERS)).toBe(false);
    for (const name of FILTER_NAMES) expect(isFiltered({ ...NO_FILTERS, [name]: "x" })).toBe(true);
  });
});
