import { useEffect, useEffectEvent, useState } from 'react';
import { SaveColumnChoiceDocument } from '../../graphql/generated/graphql.ts';
import type { ColumnChoice } from '../../machines/startup.ts';
import { useConsole, useSignedInData, useSelections } from './context.ts';
import { createExpiringStorage, storageOrMemory, type Check } from './storage.ts';

type Changes = Partial<ColumnChoice>;

const DEFAULT_CHOICE: ColumnChoice = { hidden: null, order: null, pinned: null };
/**
 * Minimum time in ms between renewals of a column choice. The server deletes a choice 30 days after its last
 * use, and opening the screen renews it.
 */
const RENEWAL_INTERVAL_MS = 24 * 60 * 60 * 1000;
/** Name parts of former browser storage entries, used before choices were stored on the server. */
const FORMER_PARTS = ['hidden', 'order', 'pinned'] as const;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const orNull =
  <Value>(check: Check<Value>) =>
  (value: unknown): value is Value | null =>
    value === null || check(value);
const isChanges = (value: unknown): value is Changes => {
  const { hidden = null, order = null, pinned = null } = Object(value) as Record<string, unknown>;
  return orNull(isNames)(hidden) && orNull(isNames)(order) && orNull(isText)(pinned);
};
const isPinned = (value: unknown): value is { readonly to: string | null } =>
  orNull(isText)((Object(value) as Record<string, unknown>)['to']);

const storage = createExpiringStorage(storageOrMemory(() => localStorage));
const unsentName = (userId: number, screen: string) => `${userId}_columns_${screen}`;

/**
 * @returns changes that the server does not have: unsent ones, or those that an earlier version stored in the
 *   browser
 */
const readUnsent = (userId: number, screen: string, isStored: boolean): Changes | null => {
  const unsent = storage.read(unsentName(userId, screen), isChanges);
  if (unsent !== null || isStored) return unsent;
  const hidden = storage.read(`${userId}_hidden_${screen}`, isNames);
  const order = storage.read(`${userId}_order_${screen}`, isNames);
  const pinned = storage.read(`${userId}_pinned_${screen}`, isPinned)?.to ?? null;
  return hidden === null && order === null && pinned === null ? null : { hidden, order, pinned };
};

const inputOf = (screen: string, { hidden, order, pinned }: Changes) => ({
  screen,
  ...(hidden !== undefined && { hidden: hidden && [...hidden] }),
  ...(order !== undefined && { order: order && [...order] }),
  ...(pinned !== undefined && { pinned }),
});

/** Saves are sent one after another, so that an older choice cannot overwrite a newer one. */
let lastSave: Promise<void> = Promise.resolve();

/**
 * Column choice of the user for a screen, stored on the server. A change is also stored in the browser until
 * the server has confirmed it, so that a reload or network failure does not lose it.
 * @param screen stable name under which the choice is stored
 * @returns the choice, and a function that changes parts of it
 */
export const useColumns = (screen: string): readonly [ColumnChoice, (changes: Changes) => void] => {
  const { ask, actor } = useConsole();
  const { profile } = useSignedInData();
  const stored = useSelections('columns').find(({ title }) => title === screen)?.columns ?? null;
  const [unsentAtFirst] = useState(() => readUnsent(profile.id, screen, stored !== null));
  const [changes, setChanges] = useState<Changes>(unsentAtFirst ?? {});
  const name = unsentName(profile.id, screen);

  const save = async (next: Changes): Promise<void> => {
    await ask(SaveColumnChoiceDocument, { input: inputOf(screen, next) });
    if (JSON.stringify(storage.read(name, isChanges)) === JSON.stringify(next)) storage.remove(name);
    for (const part of FORMER_PARTS) storage.remove(`${profile.id}_${part}_${screen}`);
    actor.send({ type: 'lists.changed', lists: ['columns'] });
  };
  // A change that could not be saved stays in the browser and is sent when the screen opens again.
  const send = (next: Changes): void => {
    lastSave = lastSave.then(() => save(next)).catch(() => undefined);
  };

  const open = useEffectEvent(() => {
    if (unsentAtFirst !== null) send(unsentAtFirst);
    else if (stored !== null && Date.now() - stored.lastUsedAt > RENEWAL_INTERVAL_MS) send({});
  });
  useEffect(() => open(), []);

  return [
    { ...DEFAULT_CHOICE, ...stored, ...changes },
    change => {
      const next = { ...changes, ...change };
      setChanges(next);
      storage.write(name, next);
      send(next);
    },
  ];
};
