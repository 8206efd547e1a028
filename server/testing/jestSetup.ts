/** Before Jest's server tests: with TEST_DATABASE_URL they run on that PostgreSQL server. */
export default async function prepare(): Promise<void> {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) return;
  const { makeTemplate } = await import("./database.ts");
  await makeTemplate(url);
}
