import { defineConfig } from 'drizzle-kit';

/**
 * Configures how migrations are made from the schema: `npm run migration -- --name what-changes`. Then delete the
 * snapshot of the previous migration, and commit the new files.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/store/postgres/schema/index.ts',
  out: './server/store/migrations/postgres',
});
