import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { migrate, migrateDatabase } from "#server/db/migrate.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/tasks/filters.ts";
import { randomNumbers } from "./random.ts";

const DAY = 86_400_000;
const BATCH = 5_000;
const WORDS = 50_000;
const PEOPLE = 200;
const TEAMS = 20;
/** The tasks were made within two years, at even intervals. */
const SPAN = 730 * DAY;

const CONSONANTS = "bcdfghjklmnprstvwz";
const VOWELS = "aeiou";

/** The words that tasks are made of; the first ones are used most. */
export const VOCABULARY: readonly string[] = makeWords();

function makeWords(): string[] {
  const random = randomNumbers(1);
  const letter = (letters: string) => letters[Math.floor(random() * letters.length)] ?? "";
  const words = new Set<string>();
  while (words.size < WORDS) {
    const syllables = 1 + Math.floor(random() * 3) + (words.size > 500 ? 1 : 0);
    let word = "";
    for (let count = 0; count < syllables; count += 1) word += letter(CONSONANTS) + letter(VOWELS);
    words.add(word + letter(CONSONANTS));
  }
  return [...words];
}

/** Every word turns up about as often as its rank lets expect in a language (Zipf). */
const pickWord = (random: () => number) => VOCABULARY[Math.floor(WORDS ** random()) - 1] ?? "word";

function sentence(random: () => number, least: number, most: number): string {
  const length = least + Math.floor(random() * (most - least + 1));
  return Array.from({ length }, () => pickWord(random)).join(" ");
}

const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() ** 2 * from.length)] as T;

interface People {
  users: readonly string[];
  teams: readonly string[];
}

function row(random: () => number, age: number, now: number, { users, teams }: People) {
  const at = new Date(now - Math.floor(age)).toISOString();
  const title = sentence(random, 3, 8);
  const description = sentence(random, 0, 25);
  const day = now + Math.floor((random() - 0.4) * 365) * DAY;
  return {
    id: randomUUID(),
    title,
    description,
    status: pick(random, TASK_STATUSES.toReversed()),
    priority: pick(random, TASK_PRIORITIES),
    due_date: random() < 0.6 ? new Date(day).toISOString().slice(0, 10) : null,
    assignee_id: random() < 0.9 ? pick(random, users) : null,
    team_id: random() < 0.5 ? pick(random, teams) : null,
    created_by: pick(random, users),
    created_at: at,
    updated_at: at,
    status_changed_at: at,
    version: 1,
    search_text: searchText(title, description),
  };
}

async function addPeople(db: Kysely<Database>, at: string): Promise<People> {
  const users = Array.from({ length: PEOPLE }, () => randomUUID());
  const teams = Array.from({ length: TEAMS }, () => randomUUID());
  await db
    .insertInto("users")
    .values(
      users.map((id, index) => ({
        id,
        name: `Person ${index}`,
        email: `person-${index}@example.com`,
        email_key: `person-${index}@example.com`,
        role: "member" as const,
        is_active: 1,
        password_hash: "",
        created_at: at,
      })),
    )
    .execute();
  await db
    .insertInto("teams")
    .values(
      teams.map((id, index) => ({ id, name: `Team ${index}`, description: "", created_at: at })),
    )
    .execute();
  return { users, teams };
}

type Row = ReturnType<typeof row>;

/** A batch in one statement, whose text is always the same. */
async function insert(db: Kysely<Database>, rows: Row[], onPostgres: boolean): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const json = JSON.stringify(rows);
  if (onPostgres) {
    await sql`insert into tasks (${names}) select ${names} from json_populate_recordset(null::tasks, ${json})`.execute(
      db,
    );
    return;
  }
  const values = sql.join(columns.map((name) => sql`value ->> ${sql.lit(name)}`));
  await sql`insert into tasks (${names}) select ${values} from json_each(${json})`.execute(db);
}

/**
 * Fills an empty database with very many tasks of various texts, people and days, the same ones
 * (but for ids) each time; 200 users whom nobody can sign in as, and 20 teams.
 *
 * @param where as for `openDatabase`
 * @param onProgress is told how many tasks are there
 */
export async function fillWithMany(
  where: string,
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const db = openDatabase(where, { statementTimeout: 0 });
  try {
    // The indexes of texts are made afterwards, in a fraction of the time.
    await migrate(db, "0004_audit");
    const now = Date.now();
    const random = randomNumbers(2);
    const people = await addPeople(db, new Date(now - SPAN).toISOString());
    for (let done = 0; done < count; ) {
      const rows: Row[] = [];
      for (; rows.length < BATCH && done < count; done += 1) {
        rows.push(row(random, (SPAN / count) * (count - done), now, people));
      }
      await insert(db, rows, isPostgres(where));
      onProgress(done);
    }
    if (isPostgres(where)) await sql`vacuum analyze`.execute(db);
  } finally {
    await db.destroy();
  }
  await migrateDatabase(where);
}
