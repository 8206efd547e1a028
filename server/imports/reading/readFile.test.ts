import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { zipSync } from "fflate";
import type { ForeignTask, ReadItem } from "#server/imports/formats/foreignTask.ts";
import { htmlToMarkdown } from "#server/imports/formats/htmlToMarkdown.ts";
import { proposedStatus } from "#server/imports/proposedStatus.ts";
import { dayOf, instantOf } from "#server/imports/words/dates.ts";
import { parseJson } from "./decode.ts";
import { readFile } from "./readFile.ts";
import { readInProcess } from "./readInProcess.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);
const titles = (file: Uint8Array) => readFile(file).items.map(({ title }) => title);

describe("encodings", () => {
  const table = "Titel,Status\nBögen prüfen,Offen\n";

  test.each([
    ["UTF-8", bytes(table)],
    ["UTF-8 with a byte order mark", bytes(`\ufeff${table}`)],
    ["UTF-16 little endian", bytes(`\ufeff${table}`, "utf16le")],
    ["UTF-16 big endian", bytes(`\ufeff${table}`, "utf16le").swap16()],
    ["UTF-16 without a mark", bytes(table, "utf16le")],
    ["UTF-16 big endian without a mark", bytes(table, "utf16le").swap16()],
    ["Latin-1", bytes(table, "latin1")],
  ])("%s is read", (_what, file) => {
    expect(titles(file)).toEqual(["Bögen prüfen"]);
  });

  test("a note says that a file was read as Latin-1", () => {
    expect(readFile(bytes(table, "latin1")).outline.notes).toEqual([
      "The file is no valid UTF-8, so it was read as Windows-1252 (Latin-1).",
    ]);
  });

  test.each(["Название,Статус\nПочинить сети,Открыта\n", "标题,状态\n补网,待办\n上线,上线\n"])(
    "UTF-16 without a mark of %s is read, with a remark",
    (text) => {
      for (const file of [bytes(text, "utf16le"), bytes(text, "utf16le").swap16()]) {
        expect(titles(file)).toEqual(titles(bytes(text)));
        expect(readFile(file).outline.notes).toEqual([
          "The file has no byte order mark, and was read as UTF-16.",
        ]);
      }
    },
  );

  test("a byte that is no UTF-8 spoils one character, and a remark has its line", () => {
    const [start = "", end = ""] = "Titel\nBögen prüfen\nÖl \0 kaufen\n".split("\0");
    const file = Buffer.concat([bytes(start), Buffer.from([0xe9]), bytes(end)]);
    expect(titles(file)).toEqual(["Bögen prüfen", "Öl \ufffd kaufen"]);
    expect(readFile(file).outline.notes).toEqual([
      "Some bytes are no valid UTF-8, and became \ufffd: 1, the first in line 3.",
    ]);
  });
});

const EXCEL = { "[Content_Types].xml": bytes("<x/>"), "xl/workbook.xml": bytes("<x/>") };
const LIBRE_OFFICE = { mimetype: bytes("x"), "content.xml": bytes("<x/>") };
const OLD_VIKUNJA = '[{"id":1,"title":"Home","lists":[{"id":1,"title":"Boat","tasks":[]}]}]';
const OLD_PLANKA =
  '{"item":{"id":"1","name":"Boat"},"included":{"cards":[],"lists":[],"tasks":[{"cardId":"1"}]}}';
const BOMB = Buffer.from(zipSync({ "data.json": new Uint8Array(33 * 1024 * 1024) }));
const TWICE = Buffer.from(zipSync({ "data.json": bytes("[]"), "data.jso_": bytes("[]") }))
  .toString("latin1")
  .replaceAll("data.jso_", "data.json");
const BY_CHANCE = Buffer.from(
  Array.from({ length: 3_000 }, (_, at) => Math.imul(at * at, 0x9e3779b1) >>> 24),
);
const UNKNOWN = /no export of|contains no tasks/;
const EMPTY = /neither text nor a zip file|is empty/;

test.each<[what: string, file: Uint8Array | string, message: string | RegExp]>([
  ["an open quote", 'Title\n"Mend nets', "The table could not be read: see line 2"],
  ["a table without rows", "Title,Status\n", "The table has no rows below its first row"],
  ["too many columns", `${"a,".repeat(200)}\n1,2\n`, "more than 100 columns"],
  ["too many rows", `Title\n${"abc\n".repeat(50_001)}`, "more than 50000 tasks"],
  ["an endless cell", `Title\n"${"x".repeat(1_100_000)}"\n`, "The table could not be read"],
  ["an image", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), EMPTY],
  ["bytes by chance", BY_CHANCE, EMPTY],
  ["nothing", "", EMPTY],
  ["spaces", " \n ", EMPTY],
  ["an empty object", "{}", UNKNOWN],
  ["an empty list", "[]", UNKNOWN],
  ["a list of numbers", "[1]", UNKNOWN],
  ["a prototype", '{"__proto__":{"cards":[],"lists":[]}}', UNKNOWN],
  ["a title that is a number", '[{"title":1}]', UNKNOWN],
  ["damaged JSON", '{"cards":[}', "not valid JSON"],
  ["a workbook of Excel", zipSync(EXCEL), "save it as CSV"],
  ["a workbook of LibreOffice", zipSync(LIBRE_OFFICE), "save it as CSV"],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "save it as CSV"],
  ["an old version of Vikunja", OLD_VIKUNJA, "The file was written by Vikunja before 0.21"],
  ["an old version of Planka", OLD_PLANKA, "The file was written by Planka before 2"],
  ["a zip that unpacks to too much", BOMB, "larger than 32 MiB"],
  ["a damaged zip", BOMB.subarray(0, 2_000), "The zip file is damaged"],
  ["a zip of another product", zipSync({ "board.txt": bytes("x") }), "contains no data.json"],
  ["a zip with a name twice", bytes(TWICE, "latin1"), "contains data.json twice"],
])("a file is refused with the reason: %s", (_what, file, message) => {
  expect(() => readFile(typeof file === "string" ? bytes(file) : file)).toThrow(message);
});

describe("hostile files", () => {
  test("deep JSON is refused before it is parsed", () => {
    for (const deep of ["[".repeat(1_000_000), '{"a":'.repeat(100_000)]) {
      expect(() => readFile(bytes(deep))).toThrow("nested too deeply");
    }
    expect(parseJson(`{"a":"${"[".repeat(1_000)}\\"["}`)).toEqual({ a: `${"[".repeat(1_000)}"[` });
  });

  test("escaped lone surrogates and null characters don't reach the draft", () => {
    const board = String.raw`{"lists":[{"id":"l","name":"\ud800 \u0000"}],"cards":[{"name":"\udc00","idList":"l"}]}`;
    const { outline, items } = readFile(bytes(board));
    expect(JSON.stringify([outline, items])).not.toMatch(/\\u(?:d[89a-f]|0000)/i);
  });

  test("fields of any type are read without a failure", () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    const names = ["id", "name", "desc", "idList", "idMembers", "labels", "due", "pos", "closed"];
    const object = fc.dictionary(fc.constantFrom(...names), value);
    const list = fc.array(fc.oneof(object, value), { maxLength: 4 });
    const board = fc.record({
      cards: list,
      lists: list,
      checklists: list,
      actions: list,
      members: value,
    });
    fc.assert(
      fc.property(board, (file) => {
        try {
          readFile(bytes(JSON.stringify(file)));
        } catch (failure) {
          expect((failure as Error).message).toBe("The file contains no tasks");
        }
      }),
    );
  });

  test("a file that takes too much memory is refused", async () => {
    const text = `{"lists":[],"cards":[${"{},".repeat(10_000_000)}{}]}`;
    await expect(readInProcess(bytes(text), async () => undefined)).rejects.toThrow(
      "takes too much time or memory",
    );
  });

  test("a reader that is stopped ends after its time", async () => {
    const rows = bytes(`Title\n${"Mend nets\n".repeat(1_000)}`);
    const stopped = async () => {
      const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
      const reader = new RegExp(String.raw`^ *(\d+) +${process.pid} .*readProcess`, "m").exec(all);
      process.kill(Number(reader?.[1]), "SIGSTOP");
    };
    await expect(readInProcess(rows, stopped, 3_000)).rejects.toThrow("too much time or memory");
  });

  test("of very many comments of a task the newest are read, and the task says so", () => {
    const comment = (index: number) => ({
      type: "commentCard",
      date: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      data: { card: { id: "c" }, text: `Comment ${index}` },
    });
    const board = {
      lists: [],
      cards: [{ id: "c", name: "Mend nets" }],
      actions: Array.from({ length: 3_000 }, (_, index) => comment(index)),
    };
    const [item] = readFile(bytes(JSON.stringify(board))).items;
    const task = JSON.parse(item?.data ?? "") as ForeignTask;
    expect(task.comments).toHaveLength(1_000);
    expect(task.comments[0]?.text).toBe("Comment 2000");
    expect(task.remarks).toEqual(["Only the newest 1000 of 3000 comments are imported"]);
    const huge = { ...board, cards: [{ id: "c", name: "Mend nets", desc: "x".repeat(2_000_000) }] };
    expect(() => readFile(bytes(JSON.stringify(huge)))).toThrow("larger than 1 MiB: Mend nets");
  });

  test("a file is read by a process of its own, in batches", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `Task ${index},Doing`).join("\n");
    const items: ReadItem[] = [];
    const outline = await readInProcess(bytes(`Title,Status\n${rows}\n`), async (some) => {
      expect(some.length).toBeLessThanOrEqual(200);
      items.push(...some);
    });
    expect(items).toHaveLength(20_000);
    expect(outline.lists).toMatchObject([{ name: "Doing", count: 20_000 }]);
    const damaged = bytes(`Title\n"${"x".repeat(500_000)}`);
    await expect(readInProcess(damaged, async () => undefined)).rejects.toThrow("see line");
  });
});

test.each([
  ["2026-03-01", "mdy", "2026-03-01"],
  ["2026-03-01T23:30:00.000Z", "mdy", "2026-03-02"],
  ["2026-03-01 23:30", "mdy", "2026-03-01"],
  ["03/04/2026", "mdy", "2026-03-04"],
  ["03/04/2026", "dmy", "2026-04-03"],
  ["3/4/26", "dmy", "2026-04-03"],
  ["1.3.2026", "mdy", "2026-03-01"],
  ["01/Mar/26 11:30 PM", "mdy", "2026-03-01"],
  ["Mar 1, 2026", "dmy", "2026-03-01"],
  ["1. März 2026", "mdy", "2026-03-01"],
  ["1 de marzo de 2026", "mdy", "2026-03-01"],
  ["1 марта 2026 г.", "mdy", "2026-03-01"],
  ["2026年3月1日", "mdy", "2026-03-01"],
  ["1772316000000", "mdy", "2026-02-28"],
  ["1772319600000", "mdy", "2026-03-01"],
  ["Sunday, March 1, 2026", "mdy", "2026-03-01"],
  ["Sun Mar 01 2026 12:00:00 GMT+0100 (CET)", "mdy", "2026-03-01"],
  ["Sunday 1st of March 2026", "mdy", "2026-03-01"],
  ["Mon 2 Mar 2026", "mdy", "2026-03-02"],
  ["dimanche 1er mars 2026", "mdy", "2026-03-01"],
  ["mar. 3 mars 2026", "mdy", "2026-03-03"],
  ["domingo, 1 de marzo de 2026", "mdy", "2026-03-01"],
  ["miércoles 4 de marzo del 2026", "mdy", "2026-03-04"],
  ["segunda-feira, 2 de março de 2026", "mdy", "2026-03-02"],
  ["terça 3 de março de 2026", "mdy", "2026-03-03"],
  ["dom 01/03/2026", "dmy", "2026-03-01"],
  ["sprint 1 March 2026", "mdy", null],
  ["01/Mrz/26", "mdy", null],
  ["02/30/2026", "mdy", null],
  ["tomorrow", "mdy", null],
  ["2026-03-011", "mdy", null],
] as const)("the day of %s in the order %s is %s", (text, order, day) => {
  expect(dayOf(text, order, "Europe/Berlin")).toBe(day);
});

test.each([
  ["2030-01-01T00:00:00Z", "2026-03-15T12:00:00.000Z"],
  ["2026-03-01", "2026-03-01T12:00:00.000Z"],
  ["25/Oct/25 12:53 PM", "2025-10-25T10:53:00.000Z"],
  ["2025-12-24 18:00", "2025-12-24T17:00:00.000Z"],
  ["0001-01-01T00:00:00Z", null],
  ["last week", null],
])("the instant of %s, on a clock in Berlin, is %s: never in the future", (text, instant) => {
  const now = new Date("2026-03-15T12:00:00Z");
  expect(instantOf(text, "mdy", { timeZone: "Europe/Berlin", now })).toBe(instant);
});

test.each([
  ["In review", "In Progress"],
  ["Backlog", "Todo"],
  ["Not started", "Todo"],
  ["Won't do", "Done"],
  ["Erledigt", "Done"],
  ["In Arbeit", "In Progress"],
  ["En curso", "In Progress"],
  ["正在进行中", "In Progress"],
  ["Alpha", "Todo"],
])("the list %s is proposed as %s", (name, status) => {
  expect(proposedStatus(name)).toBe(status);
});

test("HTML becomes Markdown, and hostile HTML takes linear time", () => {
  expect(
    htmlToMarkdown('<h2>A</h2><p>b<br>c <a href="https://x.example/?a=1&amp;b=2">d</a></p>'),
  ).toBe("## A\n\nb\nc [d](https://x.example/?a=1&b=2)");
  expect(htmlToMarkdown("1 < 2 & 3 > 2")).toBe("1 < 2 & 3 > 2");
  expect(htmlToMarkdown("<p>a</p><script>alert(1)</script>")).toBe("a\nalert(1)");
  for (const part of ["<a", "<a '", '<a "', "&#", "<li>\n", "- [ ] \n"]) {
    htmlToMarkdown(`<p>${part.repeat(20_000)}`);
  }
});
