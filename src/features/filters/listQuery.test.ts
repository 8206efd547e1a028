import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DUE_RANGES, SPAN_MARK } from "#contract/dueFilter.ts";
import { taskQueryRule } from "#contract/rules/task.ts";
import {
  ASSIGNEES_MAX,
  NOBODY,
  PAGE_SIZE,
  SEARCH_MAX,
  SORTS,
  TASK_PRIORITIES,
  TASK_STATUSES,
} from "#contract/task.ts";
import { readView, writeView } from "#lib/filters/view.ts";
import { ALL_TASKS, type FilterName, type ListQuery, TASK_VIEW, toTaskQuery } from "./listQuery.ts";

// With a fixed seed, every run has the same cases.
fc.configureGlobal({ seed: 20_261_121 });

/** Any text that a person or a link may give as a filter's value. */
const value = (name: FilterName, text: fc.Arbitrary<string>) =>
  text.map((it) => TASK_VIEW.filters[name](it));
const anyText = fc.string({ unit: "grapheme", maxLength: 80 });
const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const someOf = (words: readonly string[]) => fc.subarray([...words]).map((some) => some.join());
const range = fc
  .tuple(fc.oneof(fc.constant(""), day), fc.oneof(fc.constant(""), day))
  .filter(([from, to]) => from !== "" || to !== "")
  .map((days) => days.join(SPAN_MARK));

const anyQuery: fc.Arbitrary<ListQuery> = fc
  .record({
    filters: fc.record({
      search: value("search", anyText),
      priority: someOf(TASK_PRIORITIES),
      status: someOf(TASK_STATUSES),
      assignee: fc.oneof(
        fc.constantFrom("", NOBODY),
        fc.uniqueArray(fc.uuid(), { maxLength: 3 }).map((ids) => ids.join()),
        value("assignee", anyText),
      ),
      overdue: fc.constantFrom("", "true"),
      due: fc.oneof(fc.constantFrom("", ...DUE_RANGES), day, range),
      team: fc.oneof(fc.constantFrom("", NOBODY), fc.uuid()),
      label: fc.oneof(
        fc.constant(""),
        fc.uniqueArray(fc.oneof(fc.constant(NOBODY), fc.uuid()), { maxLength: 3 }).map(String),
      ),
      label_match: fc.constantFrom("", "all", "none"),
      created_by: fc.oneof(fc.constant(""), fc.uuid()),
      delegated: fc.constantFrom("", "true"),
    }),
    sort: fc.constantFrom("", ...SORTS),
    page: fc.integer({ min: 1, max: 999_999_999 }),
  })
  .map(({ filters: any, sort, page }) => {
    const filters = any.label ? any : { ...any, label_match: "" };
    return { filters, sort: TASK_VIEW.sort?.(sort, filters) ?? "", page };
  });

describe("the task list's address", () => {
  it("restores the same filters and page from any address it wrote", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(readView(TASK_VIEW, writeView(query))).toEqual(query);
      }),
      { numRuns: 1_000 },
    );
  });

  it("reads any query string as a canonical one, which the server accepts", () => {
    const name = fc.constantFrom(...Object.keys(TASK_VIEW.filters), "sort", "page", "__proto__");
    const odd = fc.constantFrom("Urgent", "done", "Done,Foo", "true", "1", "yesterday", "colour");
    const numeric = fc.constantFrom("0", "-1", "1.5", "2", "9".repeat(20), "..", "2026-02-30..");
    const typed = fc
      .array(fc.tuple(name, fc.oneof(anyText, day, range, odd, numeric)))
      .map((pairs) => `?${new URLSearchParams(pairs.map(([key, text]) => [key, text]))}`);
    fc.assert(
      fc.property(fc.oneof(typed, anyText), (search) => {
        const query = readView(TASK_VIEW, search);
        const address = writeView(query);
        expect(readView(TASK_VIEW, address)).toEqual(query);
        expect(writeView(readView(TASK_VIEW, address))).toBe(address);
        const sent = toTaskQuery(query);
        const texts = Object.entries(sent).map(([key, it]) => [key, String(it)]);
        expect(taskQueryRule.validateSync(Object.fromEntries(texts))).toEqual(sent);
      }),
      { numRuns: 1_000 },
    );
  });

  it("has no query for all tasks, and otherwise the set filters in a fixed order", () => {
    expect(writeView(ALL_TASKS)).toBe("");
    const query = readView(TASK_VIEW, "?page=3&status=In+Progress&search=%20tea%20%26%20cake%20");
    expect(writeView(query)).toBe("?search=tea+%26+cake&status=In+Progress&page=3");
  });

  it.each([
    "?priority=Urgent&status=done&overdue=1&sort=colour&page=0",
    "?due=2026-02-30&sort=-created&page=-1&assignee=%20",
    "?due=2026-02-30..&page=1.5&team=%20%20",
    "?due=2026-03-01..2026-03-02..2026-03-03&page=abc&search=%20%20",
    `?due=..&page=99999999999999999999&assignee=${"x".repeat(65)}`,
  ])("ignores values that mean nothing: %s", (search) => {
    expect(readView(TASK_VIEW, search)).toEqual(ALL_TASKS);
  });

  it.each([
    ["?status=Done,Todo,Done,Doing", "?status=Todo%2CDone"],
    ["?priority=High,,Low", "?priority=Low%2CHigh"],
    ["?assignee=a,none,a", "?assignee=a%2Cnone"],
    ["?due=2026-03-01..", "?due=2026-03-01.."],
    ["?label=a,none,a&label_match=all", "?label=a%2Cnone&label_match=all"],
    ["?label_match=all", ""],
    ["?overdue=true&sort=due", "?overdue=true"],
    ["?overdue=true&sort=-created", "?overdue=true&sort=-created"],
  ])("reads %s as %s", (search, standard) => {
    expect(writeView(readView(TASK_VIEW, search))).toBe(standard);
  });

  it("keeps as many assignees as the server accepts", () => {
    const ids = Array.from({ length: 30 }, (_, number) => `user-${number}`);
    const { assignee } = readView(TASK_VIEW, `?assignee=${ids.join()}`).filters;
    expect(assignee).toBe(ids.slice(0, ASSIGNEES_MAX).join());
  });

  it("cuts a search to the maximum length that the server accepts", () => {
    expect(readView(TASK_VIEW, `?search=${"a".repeat(500)}`).filters.search).toHaveLength(
      SEARCH_MAX,
    );
    expect(readView(TASK_VIEW, `?search=${"🦄".repeat(500)}`).filters.search).toBe(
      "🦄".repeat(SEARCH_MAX),
    );
  });
});

describe("the query of the task list request", () => {
  it("contains only the set filters, with 50 tasks a page", () => {
    expect(toTaskQuery(ALL_TASKS)).toEqual({ page: 1, limit: PAGE_SIZE });
    const query = readView(TASK_VIEW, "?search=tea&overdue=true&due=2026-03-08&page=2");
    expect(toTaskQuery(query)).toEqual({
      page: 2,
      limit: 50,
      search: "tea",
      overdue: true,
      due: "2026-03-08",
      sort: "due",
    });
  });

  it("sorts overdue tasks by their due dates, unless the user has chosen an order", () => {
    expect(toTaskQuery(readView(TASK_VIEW, "?overdue=true")).sort).toBe("due");
    expect(toTaskQuery(readView(TASK_VIEW, "?overdue=true&sort=-created")).sort).toBeUndefined();
    expect(toTaskQuery(readView(TASK_VIEW, "?overdue=true&sort=title")).sort).toBe("title");
  });
});
