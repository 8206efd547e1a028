import { type Kysely, type RawBuilder, sql } from "kysely";
import { migrate, migrateDatabase } from "#server/db/migrate.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { randomNumbers } from "./random.ts";

const WORDS = 50_000;
const BATCH = 50_000;
const PEOPLE = 200;
const TEAMS = 20;
/** The labels, in as many bands as each task has labels: one of each. */
export const LABELS = 99;
const LABELS_OF_TASK = 3;
/** The tasks are created at even intervals within two years. */
const SPAN_S = 730 * 86_400;

const CONSONANTS = "bcdfghjklmnprstvwz";
const VOWELS = "aeiou";

/** The words of the tasks' texts, the most frequent first. */
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

/** SQL that differs between the databases. */
interface Dialect {
  /** A number from 0 to 1. */
  random: RawBuilder<number>;
  /** All elements of a JSON list, numbered from `first` on. */
  list: (json: string) => RawBuilder<unknown>;
  id: (number: RawBuilder<unknown>) => RawBuilder<string>;
  instant: (seconds: RawBuilder<unknown>) => RawBuilder<string>;
  day: (days: RawBuilder<unknown>) => RawBuilder<string>;
  join: RawBuilder<string>;
}

const SQLITE: Dialect = {
  random: sql`(abs(random() / 2) / 4611686018427387905.0)`,
  list: (json) => sql`select key as n, value as word from json_each(${json})`,
  id: (number) => sql`printf('00000000-0000-4000-8000-%012d', ${number})`,
  instant: (seconds) =>
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch('subsec') - ${seconds}, 'unixepoch')`,
  day: (days) => sql`date('now', (${days}) || ' days')`,
  join: sql`group_concat(word, ' ')`,
};

const POSTGRES: Dialect = {
  random: sql`random()`,
  list: (json) =>
    sql`select (i - 1)::int as n, word from json_array_elements_text(${json}::json) with ordinality as l (word, i)`,
  id: (number) =>
    sql`'00000000-0000-4000-8000-' || to_char(${number}, 'FM000000000000') collate "C"`,
  instant: (seconds) =>
    sql`to_char(now() at time zone 'UTC' - (${seconds}) * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  day: (days) => sql`to_char(current_date + (${days})::int, 'YYYY-MM-DD')`,
  join: sql`string_agg(word, ' ')`,
};

/** A random integer below `max`. Small ones are more frequent. */
const skewed = ({ random }: Dialect, max: number) =>
  sql`cast(floor(${random} * ${random} * ${sql.lit(max)}) as integer)`;

/** Random words, distributed by Zipf's law. */
const sentence = ({ random, join }: Dialect, least: number, spread: number) => sql`coalesce((
  select ${join} from (
    select cast(floor(power(${sql.lit(WORDS)}, ${random})) as integer) - 1 + 0 * places.n as n
    from bench_words as places
    where places.n < ${sql.lit(least)} + (g % 1000) * 7919 % ${sql.lit(spread)}
  ) as picked join bench_words using (n)), '')`;

const COLUMNS = sql.raw(
  "id, title, description, status, priority, due_date, assignee_id, team_id, created_by, created_at, updated_at, status_changed_at, version, search_text",
);

/** Inserts the tasks with the numbers from `first` to below `end`. The last one is the newest. */
async function addTasks(
  db: Kysely<Database>,
  dialect: Dialect,
  [first, end, count]: [number, number, number],
): Promise<void> {
  const { random, id, day, instant } = dialect;
  const person = id(skewed(dialect, PEOPLE));
  const age = sql`(${sql.lit(count)} - g) * ${sql.lit(SPAN_S / count)}`;
  await sql`
    insert into tasks (${COLUMNS})
    with recursive numbers (g) as (
      select ${sql.lit(first)} union all select g + 1 from numbers where g + 1 < ${sql.lit(end)}
    ), texts as (
      select g, ${sentence(dialect, 3, 6)} as title, ${sentence(dialect, 0, 26)} as description,
        ${instant(age)} as at
      from numbers
    )
    select ${id(sql`g`)}, title, description,
      case ${skewed(dialect, 3)} when 0 then 'Done' when 1 then 'In Progress' else 'Todo' end,
      case ${skewed(dialect, 3)} when 0 then 'Low' when 1 then 'Medium' else 'High' end,
      case when ${random} < 0.6 then ${day(sql`floor((${random} - 0.4) * 365)`)} end,
      case when ${random} < 0.9 then ${person} end,
      case when ${random} < 0.5 then ${id(skewed(dialect, TEAMS))} end,
      ${person}, at, at, at, 1, lower(title || ${"\n"} || description)
    from texts
  `.execute(db);
}

async function addPeople(db: Kysely<Database>, { id }: Dialect): Promise<void> {
  const at = "2024-01-01T00:00:00.000Z";
  await sql`
    insert into users select ${id(sql`n`)}, 'Person ' || n, 'person-' || n || '@example.com',
      'person-' || n || '@example.com', 'member', 1, '', ${at}
    from bench_words where n < ${sql.lit(PEOPLE)}
  `.execute(db);
  await sql`
    insert into teams select ${id(sql`n`)}, 'Team ' || n, '', ${at}
    from bench_words where n < ${sql.lit(TEAMS)}
  `.execute(db);
}

async function addLabels(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const { id, list } = dialect;
  const names = JSON.stringify(Array.from({ length: LABELS }, (_none, index) => `label-${index}`));
  const band = LABELS / LABELS_OF_TASK;
  await sql`
    insert into labels (id, name, name_key, search_text, color, created_at, root_id)
    select ${id(sql`n`)}, word, word, word, 'gray', '2024-01-01T00:00:00.000Z', ${id(sql`n`)}
    from (${list(names)}) as labels
  `.execute(db);
  await sql`
    insert into task_labels (task_id, label_id)
    select tasks.id, ${id(sql`n * ${sql.lit(band)} + ${skewed(dialect, band)}`)}
    from tasks, (${list(JSON.stringify(Array(LABELS_OF_TASK).fill("")))}) as places
  `.execute(db);
  if (dialect === POSTGRES) await sql`vacuum analyze`.execute(db);
}

/**
 * Fills an empty database with `count` random tasks with three labels each, 200 users without a password and 20 teams. The
 * database itself generates them.
 *
 * @param where as for `openDatabase`
 */
export async function fillWithMany(where: string, count: number): Promise<void> {
  const dialect = isPostgres(where) ? POSTGRES : SQLITE;
  const db = openDatabase(where, { poolSize: 1, statementTimeout: 0 });
  try {
    // The later migrations build the full-text index, which is faster than updating it.
    await migrate(db, "0004_audit");
    await sql`create temporary table bench_words (n integer primary key, word text)`.execute(db);
    await sql`insert into bench_words ${dialect.list(JSON.stringify(VOCABULARY))}`.execute(db);
    await addPeople(db, dialect);
    for (let first = 0; first < count; first += BATCH) {
      const end = Math.min(count, first + BATCH);
      await addTasks(db, dialect, [first, end, count]);
    }
  } finally {
    await db.destroy();
  }
  await migrateDatabase(where);
  await using whole = openDatabase(where, { poolSize: 1, statementTimeout: 0 });
  await addLabels(whole, dialect);
}
