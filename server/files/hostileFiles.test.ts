import { beforeAll, expect, test } from "@jest/globals";
import { parse } from "content-disposition";
import { createTask } from "#server/testing/create.ts";
import { filesOf } from "#server/testing/files.ts";
import type { TestUser } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";

const server = fileServer();
let member: TestUser;
let taskId: string;
beforeAll(async () => {
  member = await server.as("member");
  taskId = (await createTask(member)).id;
});

const PNG = "\x89PNG\r\n\x1a\n";
const TEXT = "text/plain";
const BYTES = "application/octet-stream";
const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Names as they are sent, and as they are shown and kept. */
const NAMES: readonly [sent: string, kept: string][] = [
  ["../../etc/passwd", "passwd"],
  ["..\\..\\windows\\system.ini", "system.ini"],
  ["/", "file"],
  ["..", "file"],
  [".", "file"],
  ["", "file"],
  ["\u200b\u2060", "file"],
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["\u2066a\u2069\u200fb\u061c.txt", "ab.txt"],
  ["a\r\nset-cookie: x=1.txt", "aset-cookie: x=1.txt"],
  ["a\u2028b\u2029c.txt", "abc.txt"],
  ["tab\there\u0000.txt", "tabhere.txt"],
  ["evil.exe. . .", "evil.exe"],
  ['quote".txt', 'quote".txt'],
  ["semi;colon=1;.txt", "semi;colon=1;.txt"],
  ["percent%2f..%00.txt", "percent%2f..%00.txt"],
  ["<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png".replace(/^.*\//, "")],
  ["</script><b>", "script><b>"],
  ["{{7*7}}${7*7}.txt", "{{7*7}}${7*7}.txt"],
  ["=cmd|calc!A1.csv", "=cmd|calc!A1.csv"],
  [".htaccess", ".htaccess"],
  ["CON", "CON"],
  ["cafe\u0301.txt", "café.txt"],
  ["\ud800lone.txt", "\ufffdlone.txt"],
  [`a${"\u0301".repeat(200)}.txt`, `á${"\u0301".repeat(29)}.txt`],
  [`${"😀".repeat(200)}.png`, `${"😀".repeat(62)}.png`],
  ["x".repeat(255), "x".repeat(255)],
];

/** Contents, and the type that their bytes tell. */
const CONTENTS: readonly [what: string, bytes: Uint8Array | string, type: string][] = [
  ["a page", "<!doctype html><script>alert(1)</script>", TEXT],
  ["a drawing with a script", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', TEXT],
  [
    "XML with an entity",
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc">]>',
    TEXT,
  ],
  ["XSLT", '<?xml-stylesheet type="text/xsl" href="#a"?><a/>', TEXT],
  ["a page in UTF-7", "+ADw-script+AD4-alert(1)+ADw-/script+AD4-", TEXT],
  ["a page in UTF-16", Buffer.from("\ufeff<script>alert(1)</script>", "utf16le"), BYTES],
  ["a page after a byte order mark", "\ufeff<html>", TEXT],
  ["a page after a NUL", "\0<html>", BYTES],
  ["a script", "alert(document.cookie)", TEXT],
  ["a GIF that is a script", "GIF89a=alert(1)//", "image/gif"],
  ["a JPEG with a page", latin1("\xff\xd8\xff\xe0<script>alert(1)</script>"), "image/jpeg"],
  ["a PNG that is cut", latin1(PNG), "image/png"],
  [
    "a PNG of 65,535 × 65,535",
    latin1(`${PNG}\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff\x08\x06\0\0\0`),
    "image/png",
  ],
  ["a WebP that lies about its size", latin1("RIFF\xff\xff\xff\xffWEBPVP8 "), "image/webp"],
  ["a RIFF of no known kind", latin1("RIFF\0\0\0\0EVIL"), BYTES],
  ["an AVIF", latin1("\0\0\0\x20ftypavif\0\0\0\0"), "image/avif"],
  [
    "a PDF with a script",
    "%PDF-1.7 1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>",
    "application/pdf",
  ],
  ["a zip with a path", latin1("PK\x03\x04\x14\0\0\0\0\0../../x"), "application/zip"],
  ["a program for Windows", latin1("MZ\x90\0\x03\0\0\0"), BYTES],
  ["a program for Linux", latin1("\x7fELF\x02\x01\x01"), BYTES],
  ["a shell script", "#!/bin/sh\nrm -rf /\n", TEXT],
  ["the test virus", "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*", TEXT],
  ["one byte", "x", TEXT],
  ["a character that the head cuts", `${"x".repeat(4_095)}é`, TEXT],
  ["many NULs", Buffer.alloc(100_000), BYTES],
];

test.each(NAMES)("the name %j is kept as %j", async (sent, kept) => {
  const files = filesOf(server);
  const file = await files.add(member, taskId, { name: sent.toWellFormed() });
  expect(file.name).toBe(kept.toWellFormed());
  expect(Buffer.byteLength(file.name)).toBeLessThanOrEqual(255);
  const { headers } = await files.read(`/api/tasks/${taskId}/files/${file.id}/content`, member);
  const header = String(headers["content-disposition"]);
  expect(parse(header)).toMatchObject({ type: "attachment", parameters: { filename: kept } });
  expect(header).toMatch(/^[\x20-\x7e]*$/);
});

test.each(CONTENTS)("%s is told by its bytes, and can't run", async (_what, bytes, type) => {
  const files = filesOf(server);
  const { id, ...file } = await files.add(member, taskId, { bytes, name: "photo.html" });
  expect(file.type).toBe(type);
  const read = await files.read(`/api/tasks/${taskId}/files/${id}/content`, member);
  expect(read.bytes.equals(Buffer.from(bytes as Uint8Array))).toBe(true);
  expect(read.headers).toMatchObject({
    "content-type": type === TEXT ? "text/plain; charset=utf-8" : type,
    "content-disposition": expect.stringMatching(/^attachment;/) as unknown,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
});
