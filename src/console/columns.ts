import { useEffect, useEffectEvent, useState } from 'react';
import { SaveColumnChoiceDocument } from '../../graphql/generated/graphql.ts';
import type { ColumnChoice } from '../../machines/startup.ts';
import { useConsole, useKnown, useSelections } from './context.ts';
import { createShelf, drawerOf, type Check } from './storage.ts';

type Changes = Partial<ColumnChoice>;

const DEFAULT_CHOICE: ColumnChoice = { hidden: null, order: null, pinned: null };
/**
 * A choice expires on the server 30 days after its last use; opening its screen renews it at most once in
 * this time.
 */
const RENEWAL_INTERVAL_MS = 24 * 60 * 60 * 1000;
/** The names under which the browser stored the parts of a choice before the server did. */
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

const storage = createShelf(drawerOf(() => localStorage));
const unsentName = (userId: number, screen: string) => `${userId}_columns_${screen}`;

/**
 * @returns what the server does not have yet: what could not be sent, or what an earlier version stored in
 *   the browser
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

/** Saves are sent one after the other, or an older choice could arrive last. */
let lastSave: Promise<void> = Promise.resolve();

/**
 * The columns that the user chose on a screen, stored on the server. A change waits in the browser until the
 * server has it, so that
 * a reload or a network failure loses none.
 *
 * @param screen the stable name under which the choice is stored
 * @returns the choice, and how to change parts of it
 */
export const useColumns = (screen: string): readonly [ColumnChoice, (changes: Changes) => void] => {
  const { ask, actor } = useConsole();
  const { profile } = useKnown();
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
  // A change that could not be saved waits in the browser and is sent when its screen is opened again.
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
