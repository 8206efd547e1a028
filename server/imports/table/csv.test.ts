import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { csvLine, harmless, originalCell } from "#server/http/csv.ts";
import { readFile } from "#server/imports/reading/readFile.ts";
import { parseTable } from "./csv.ts";

describe("tables", () => {
  test("a table written as CSV is read back unchanged", () => {
    // The first line decides the delimiter, so its cells contain no tabs and semicolons.
    const cell = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.toWellFormed());
    const odd = fc.constantFrom(
      '"',
      '""',
      ",",
      "\n",
      "\r\n",
      ";",
      "\t",
      " ",
      "a,b",
      'say "hi"',
      "",
    );
    const row = fc.array(fc.oneof(cell, odd), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
        const whole = [["one", "two", "three"], ...rows];
        expect(parseTable(whole.map(csvLine).join(""))).toEqual(
          whole.map((row) => row.map(harmless)),
        );
      }),
    );
  });

  test("cells that spreadsheets would run become text", () => {
    for (const cell of ["=1+1", "+1", "-1", "@sum", "\t=1", "＝1+1"])
      expect(harmless(cell)).toBe(`'${cell}`);
    expect(harmless("a=1")).toBe("a=1");
    for (const cell of ["=1+1", "'=1+1", "'=1+1'", "''-v", "'quoted'", "'", "a=1"])
      expect(originalCell(harmless(cell))).toBe(cell);
  });
});

describe("a table in an unusual form is read", () => {
  const cellsOf = (text: string) =>
    readFile(Buffer.from(text)).items.map(({ data }) =>
      (JSON.parse(data) as string[]).map((cell) => cell.trim()),
    );
  const notesOf = (text: string) => readFile(Buffer.from(text)).outline.notes;

  test.each([
    ["a head with CRLF, rows with LF", "A;B\r\nmend;1\nsort;2\n"],
    ["a head with LF, rows with CRLF and quotes", 'A;B\nmend;"1"\r\nsort;"2"\r\n'],
    ["CR, and commas in cells", "A;B\rmend;1\rsort;2\r"],
    ["CR CR LF", 'A;B\r\r\nmend;1\r\r\nsort;"2"\r\r\n'],
    ["a separator line", "sep=;\r\nA;B\r\nmend;1\r\nsort;2\r\n"],
    ["a separator line of another delimiter", '"sep=^"\nA^B\nmend^1\nsort^2'],
  ])("line ends: %s", (_what, text) => {
    expect(cellsOf(text)).toEqual([
      ["mend", "1"],
      ["sort", "2"],
    ]);
    expect(notesOf(text)).toEqual([]);
  });

  test("CR ends rows, line feeds stay in quoted cells, and commas tear nothing", () => {
    expect(cellsOf('A;B\rmend, sort;"one\ntwo"\rtar, sell;x\r')).toEqual([
      ["mend, sort", "one\ntwo"],
      ["tar, sell", "x"],
    ]);
    expect(cellsOf("A\rmend\rsort\r")).toEqual([["mend"], ["sort"]]);
    // In a table of lines with LF it is a line break of a cell.
    expect(cellsOf("A,B\nmend,one\rtwo\nsort,x\n")).toEqual([
      ["mend", "one\rtwo"],
      ["sort", "x"],
    ]);
  });

  test.each([
    ["quotes within a cell", 'A\tB\nFix "save" button\tx\n', ['Fix "save" button', "x"]],
    ["an inch sign", 'A,B\nBuy a 5" disk,x\n', ['Buy a 5" disk', "x"]],
    ["quotes at the start of a cell", 'A,B\n"save" button,x\n', ['"save" button', "x"]],
    ["a blank after the comma", '"A", "B"\n"mend, sort", "x"\n', ["mend, sort", "x"]],
    ["blanks around a semicolon", '"A" ; "B"\n"mend; sort" ; "x"\n', ["mend; sort", "x"]],
    ["backslashes", 'A,B\n"say \\"hi, you\\"",x\n', ['say "hi, you"', "x"]],
    [
      "backslashes and doubled quotes",
      'A,B\n"\\"a\\", ""b"", C:\\\\",x\n',
      ['"a", "b", C:\\', "x"],
    ],
    [
      "backslashes and quotes within a cell",
      'A,B\nFix "save","say \\"hi, you\\""\n',
      ['Fix "save"', 'say "hi, you"'],
    ],
    ["an open quote between tabs", 'A\tB\n"save button\tx\n', ['"save button', "x"]],
  ])("quotes: %s, with a remark", (_what, text, cells) => {
    expect(cellsOf(text)).toEqual([cells]);
    expect(notesOf(text)).toEqual([
      expect.stringMatching(/^The quotation marks .* see line [12]\.$/),
    ]);
  });

  test("with the delimiter of its cells, not of the texts in them", () => {
    const notes = "one; two\nthree; four\nfive; six";
    expect(cellsOf(`A,B\nmend,"${notes}"\nsort,"${notes}"\n`)).toEqual([
      ["mend", notes],
      ["sort", notes],
    ]);
  });
});
