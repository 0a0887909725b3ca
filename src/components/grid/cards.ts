import { lazy } from 'react';
import { isNumeric } from '../formats.ts';
import type { GridCard } from './card.tsx';
import type { Slot } from './slot.ts';
import type { Cards } from './types.ts';

/** Maximum number of columns on a card in addition to the row's name. */
const MAX_FIELDS_ON_CARD = 4;

/**
 * Slots of a row that are shown on a card: selection box, name, sorted column, status, first text column,
 * numeric columns and actions, up to the maximum number of columns.
 */
const onCard = <Row>(slots: readonly Slot<Row>[], sorted: string | null): readonly Slot<Row>[] => {
  const [name, ...all] = slots.filter(slot => slot.kind === 'data');
  const data = all.filter(
    ({ name: field, column: { format } }) => field === sorted || (format !== 'trend' && format !== 'id'),
  );
  const others = data.filter(
    slot => slot.name !== sorted && slot.column.format !== 'choice' && !isNumeric(slot.column.format),
  );
  const first = [
    data.find(slot => slot.name === sorted),
    data.find(({ column }) => column.format === 'choice'),
    others.find(({ column }) => column.format === 'text') ?? others[0],
    // Unsorted rows show their time.
    sorted === null ? data.find(({ column }) => column.format === 'time') : undefined,
  ];
  const shown = [...new Set([...first, ...data.filter(({ column }) => isNumeric(column.format)), ...data])]
    .filter(slot => slot !== undefined)
    .slice(0, MAX_FIELDS_ON_CARD);
  return [
    ...slots.filter(({ kind }) => kind === 'select'),
    ...(name === undefined ? [] : [name, ...shown]),
    ...slots.filter(({ kind }) => kind === 'actions'),
  ];
};

/**
 * Card layout for grids whose rows are read one by one rather than compared; only such grids load its code.
 * The cast restores the type parameters that React's `lazy` loses.
 */
export const cards: Cards = {
  places: onCard,
  row: lazy(async () => ({ default: (await import('./card.tsx')).GridCard })) as unknown as typeof GridCard,
};
