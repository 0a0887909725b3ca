import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { bookmark } from '../schema/index.ts';

/** Stored position of a background task by its name; null: not started. */
export const readBookmark = async (db: Database, name: string): Promise<string | null> =>
  (await db.select({ position: bookmark.position }).from(bookmark).where(eq(bookmark.name, name)))[0]
    ?.position ?? null;

export const writeBookmark = async (db: Database, name: string, position: string): Promise<void> => {
  await db
    .insert(bookmark)
    .values({ name, position })
    .onConflictDoUpdate({ target: bookmark.name, set: { position } });
};

export const forgetBookmark = async (db: Database, name: string): Promise<void> => {
  await db.delete(bookmark).where(eq(bookmark.name, name));
};
