import { useMatches, useNavigate, useSearch, type StaticDataRouteOption } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useSignedInActors } from '../console/signed-in.ts';

type Modals = StaticDataRouteOption['modals'];
/** Letters of a modal's name that a message repeats: an address may contain anything. */
const MAX_NAME_LETTERS = 20;
const isId = (text: unknown): boolean => typeof text === 'string' && /^[1-9]\d*$/.test(text);

/**
 * Name of the modal in the address that the screen cannot open: the screen has none of that kind, or the
 * modal needs the id of a row. Null: none.
 */
const missingModal = (modals: Modals = [], kind: string | undefined, id: unknown): string | null => {
  if (kind === undefined) return null;
  const letters = kind.replaceAll(/[^a-z]/gi, '').slice(0, MAX_NAME_LETTERS);
  const name = `Modal${letters.charAt(0).toUpperCase()}${letters.slice(1)}`;
  const known = modals.some(modal => modal === kind);
  // A screen that can add records has many rows, so the address must name one.
  const hasRow = kind === 'add' || kind === 'import' || !modals.includes('add') || isId(id);
  return known && hasRow ? null : name;
};

/** Reports an unknown modal (docs/decisions/0013-errors-and-modals.md) and removes it from the address. */
export const useMissingModal = (): void => {
  const { uncaughtErrors } = useSignedInActors();
  const navigate = useNavigate();
  const modals = useMatches({ select: matches => matches.at(-1)?.staticData.modals });
  const { modal, id } = useSearch({
    strict: false,
    select: (search: Readonly<Record<string, string | undefined>>) => ({
      modal: search['modal'],
      id: search['id'],
    }),
    structuralSharing: true,
  });
  const missing = missingModal(modals, modal, id);
  const refuse = useEffectEvent((name: string) => {
    uncaughtErrors.send({ type: 'error.caught', cause: new Error(`No ${name}`), scene: 'promise' });
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, modal: undefined }),
      hash: true,
      replace: true,
      resetScroll: false,
    } as never);
  });
  useEffect(() => {
    if (missing !== null) refuse(missing);
  }, [missing]);
};
