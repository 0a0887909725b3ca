import { defineConfig } from 'drizzle-kit';

/**
 * How migrations are made from the schema: `npx drizzle-kit generate --name what-changes`, then commit what
 * it wrote.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/store/postgres/schema/index.ts',
  out: './server/store/migrations/postgres',
});
