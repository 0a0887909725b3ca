import pg from 'pg';

/** Runs one statement on a server's database of its own, from which others are made and dropped. */
export const maintain = async (server: pg.ClientConfig, sql: string): Promise<void> => {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
