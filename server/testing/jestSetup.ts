/** Jest's global setup of the server tests. With TEST_DATABASE_URL they run on that PostgreSQL. */
export default async function prepare(): Promise<void> {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) return;
  const { createTemplate } = await import("./database.ts");
  await createTemplate(url);
}
