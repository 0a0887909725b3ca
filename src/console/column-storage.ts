import type { ColumnChanges, ColumnSave } from '../../machines/column-choices.ts';
import { createExpiringStorage, storageOrMemory, type Check } from './storage.ts';

/** Name parts of former browser storage entries, used before choices were stored on the server. */
const FORMER_PARTS = ['hidden', 'order', 'pinned'] as const;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const orNull =
  <Value>(check: Check<Value>) =>
  (value: unknown): value is Value | null =>
    value === null || check(value);
const isChanges = (value: unknown): value is ColumnChanges => {
  const { hidden = null, order = null, pinned = null } = Object(value) as Record<string, unknown>;
  return orNull(isNames)(hidden) && orNull(isNames)(order) && orNull(isText)(pinned);
};
const isPinned = (value: unknown): value is { readonly to: string | null } =>
  orNull(isText)((Object(value) as Record<string, unknown>)['to']);

const storage = createExpiringStorage(storageOrMemory(() => localStorage));

/** The key of a choice: also the name of its unsent changes in the browser. */
export const columnKeyOf = (userId: number, screen: string): string => `${userId}_columns_${screen}`;
/** The user and the screen of a key. */
export const readColumnKey = (key: string): { readonly userId: number; readonly screen: string } => {
  const [userId = '', ...screen] = key.split('_columns_');
  return { userId: Number(userId), screen: screen.join('_columns_') };
};

/**
 * @returns changes that the server does not have: unsent ones, or those that an earlier version stored in the
 *   browser
 */
export const readUnsent = (key: string, isStored: boolean): ColumnChanges | null => {
  const unsent = storage.read(key, isChanges);
  if (unsent !== null || isStored) return unsent;
  const { userId, screen } = readColumnKey(key);
  const hidden = storage.read(`${userId}_hidden_${screen}`, isNames);
  const order = storage.read(`${userId}_order_${screen}`, isNames);
  const pinned = storage.read(`${userId}_pinned_${screen}`, isPinned)?.to ?? null;
  return hidden === null && order === null && pinned === null ? null : { hidden, order, pinned };
};

export const writeUnsent = ({ key, changes }: ColumnSave): void => storage.write(key, changes);

/** Removes saved changes, unless others were made meanwhile, and the entries of earlier versions. */
export const removeSaved = ({ key, changes }: ColumnSave): void => {
  if (JSON.stringify(storage.read(key, isChanges)) === JSON.stringify(changes)) storage.remove(key);
  const { userId, screen } = readColumnKey(key);
  for (const part of FORMER_PARTS) storage.remove(`${userId}_${part}_${screen}`);
};
