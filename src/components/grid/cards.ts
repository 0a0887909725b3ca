import { lazy } from 'react';
import { isNumeric } from '../formats.ts';
import type { GridCard } from './card.tsx';
import type { Slot } from './slot.ts';
import type { Cards } from './types.ts';

/** Columns on a card in addition to the name of its row. */
const ON_CARD = 4;

/**
 * The places of a row that there is room for on a card: what picks it, its name, the column that is sorted
 * by, its state, what it belongs to, figures, and what can be done.
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
    // What is in no order of its own is in that of time.
    sorted === null ? data.find(({ column }) => column.format === 'time') : undefined,
  ];
  const shown = [...new Set([...first, ...data.filter(({ column }) => isNumeric(column.format)), ...data])]
    .filter(slot => slot !== undefined)
    .slice(0, ON_CARD);
  return [
    ...slots.filter(({ kind }) => kind === 'pick'),
    ...(name === undefined ? [] : [name, ...shown]),
    ...slots.filter(({ kind }) => kind === 'actions'),
  ];
};

/**
 * Rows as cards, for grids whose rows are read one by one rather than compared: these alone carry what it
 * takes. React's `lazy` forgets type parameters: hence the cast.
 */
export const cards: Cards = {
  places: onCard,
  row: lazy(async () => ({ default: (await import('./card.tsx')).GridCard })) as unknown as typeof GridCard,
};
