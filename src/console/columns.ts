import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { NO_CHANGES, type ColumnChanges } from '../../machines/column-choices.ts';
import type { ColumnChoice } from '../../machines/startup.ts';
import { columnKeyOf, readUnsent } from './column-storage.ts';
import { useSelections, useSignedInData } from './context.ts';
import { useSignedInActors } from './signed-in.ts';

const DEFAULT_CHOICE: ColumnChoice = { hidden: null, order: null, pinned: null };

/**
 * Column choice of the user for a screen (machines/column-choices.ts).
 * @param screen stable name under which the choice is stored
 * @returns the choice, and a function that changes parts of it
 */
export const useColumns = (screen: string): readonly [ColumnChoice, (changes: ColumnChanges) => void] => {
  const { columnChoices } = useSignedInActors();
  const key = columnKeyOf(useSignedInData().profile.id, screen);
  const stored = useSelections('columns').find(({ title }) => title === screen)?.columns ?? null;
  const [unsent] = useState(() => readUnsent(key, stored !== null));
  const changes = useSelector(columnChoices, state => state.context.changes[key] ?? unsent ?? NO_CHANGES);

  const open = useEffectEvent(() => {
    const unusedMs = stored === null ? null : Date.now() - stored.lastUsedAt;
    columnChoices.send({ type: 'open', key, unsent, unusedMs });
  });
  useEffect(() => open(), []);

  return [
    { ...DEFAULT_CHOICE, ...stored, ...changes },
    changed => columnChoices.send({ type: 'change', key, changes: changed }),
  ];
};
