/** A person in a list. The texts are as typed; `role` and `teams` are empty if the line has none. */
export interface ListedPerson {
  /** The line's number, from 1. */
  line: number;
  name: string;
  email: string;
  role: string;
  /** Names of teams, separated by semicolons. */
  teams: string;
}

/**
 * The fields of a line, trimmed. They are separated by tabs if there are any, otherwise by commas,
 * and without commas by semicolons. Quotes enclose a separator, as in CSV (RFC 4180).
 */
function fieldsOf(line: string): string[] {
  const separator = ["\t", ","].find((one) => line.includes(one)) ?? ";";
  const fields: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"' && isQuoted && line.charAt(at + 1) === '"') {
      field += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      fields.push(field.trim());
      field = "";
    } else field += character;
  }
  return [...fields, field.trim()];
}

/** Mail programs copy addresses with a scheme, or with invisible characters such as bidi marks. */
const cleanAddress = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .replace(/^mailto:/i, "");

/** Splits `Ada <ada@example.org>`; any other text is an address. */
function addressOf(field: string): { name: string; email: string } {
  const start = field.lastIndexOf("<");
  if (start === -1 || !field.endsWith(">")) return { name: "", email: cleanAddress(field) };
  return { name: field.slice(0, start).trim(), email: cleanAddress(field.slice(start + 1, -1)) };
}

const isAddress = (field: string) => field.includes("@");

function peopleIn(text: string, line: number): ListedPerson[] {
  const fields = fieldsOf(text);
  const addresses = fields.flatMap((field) => field.split(";")).filter((part) => part.trim());
  if (addresses.length > 1 && addresses.every(isAddress)) {
    return addresses.map((field) => {
      const { name, email } = addressOf(field.trim());
      return { line, name, email, role: "", teams: "" };
    });
  }
  const at = Math.max(fields.findIndex(isAddress), 0);
  const { name, email } = addressOf(fields[at] ?? "");
  const [role = "", ...teams] = fields.slice(at + 1);
  const before = fields.slice(0, at).join(" ");
  return [{ line, name: name || before, email, role, teams: teams.filter(Boolean).join(";") }];
}

/** Whether a first line names the columns: `Name, Email, Role, Teams`. */
const isHeader = (text: string) => !text.includes("@") && /\be-?mail\b/i.test(text);

/**
 * The people in a pasted list or a CSV file. Each line is `ada@example.org`, `Ada
 * <ada@example.org>` or `Ada, ada@example.org`, then perhaps a role and teams. A line may also hold
 * several addresses and nothing else.
 */
export function readInvitationList(list: string): ListedPerson[] {
  return list
    .split(/\r\n?|\n/)
    .flatMap((text, index) =>
      text.trim() === "" || (index === 0 && isHeader(text)) ? [] : peopleIn(text, index + 1),
    );
}
