import { useState } from 'react';
import { useSignedInData } from '../../console/context.ts';
import type { ImportKind } from '../../console/imports.ts';
import { createExpiringStorage, storageOrMemory } from '../../console/storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** One for all dialogs, so that rows above the browser's quota stay in memory while no dialog is open. */
const storage = createExpiringStorage(storageOrMemory(() => sessionStorage));

/** Rows that the user pasted in this tab and has not applied yet; they survive closing the dialog and a reload. */
export const usePastedRows = (
  kind: ImportKind,
  productId: number,
): readonly [string, (rows: string) => void] => {
  const { profile } = useSignedInData();
  const name = `${profile.id}_pasted_${kind}_${productId}`;
  const [rows, setRows] = useState(() => storage.read(name, isText) ?? '');
  const store = (text: string): void => {
    if (text === '') storage.remove(name);
    else storage.write(name, text);
    setRows(text);
  };
  return [rows, store];
};
