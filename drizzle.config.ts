import { defineConfig } from 'drizzle-kit';

/**
 * How migrations are made from the schema: `npm run migration -- --name what-changes`, then delete the
 * snapshot of the migration before and commit what it wrote.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/store/postgres/schema/index.ts',
  out: './server/store/migrations/postgres',
});
