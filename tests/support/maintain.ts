import pg from 'pg';

/**
 * Runs a statement in the server's maintenance database, from which other databases are created and dropped.
 */
export const maintain = async (server: pg.ClientConfig, sql: string): Promise<void> => {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
