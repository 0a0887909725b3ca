import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { copy } from '../../components/copy.ts';
import type { RowAction } from '../../components/grid/types.ts';
import { useKnown } from '../../console/context.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import type { Allowed } from '../use-allowed.ts';
import { useCopied } from '../use-copied.ts';

interface RowActionOptions<Row> {
  readonly may: Allowed;
  readonly open: (kind: 'edit' | 'detail', row: Identified) => void;
  readonly act: (kind: 'remove' | 'restore', ids: readonly number[]) => void;
  /** What the list adds, after reading and editing. */
  readonly own?: readonly RowAction<Row>[];
}

/**
 * What can be done to a row, from the menu at its end: what the user may not do, or what is not done to such
 * a row, is not there.
 */
export const useRowActions = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  { may: { change, keep }, open, act, own }: RowActionOptions<Row>,
): readonly RowAction<Row>[] => {
  const intl = useIntl();
  const navigate = useNavigate();
  const {
    profile,
    role: { permissions },
  } = useKnown();
  const copied = useCopied();
  return useMemo(() => {
    const say = (id: string) => intl.formatMessage({ id });
    const { operations, links = [], form } = resource;
    const isOneself = ({ id }: Row) => resource.name === 'users' && id === profile.id;
    return [
      ...(operations.one !== undefined && form !== undefined
        ? [
            {
              id: 'detail',
              label: say('deed.detail'),
              icon: 'detail',
              run: row => open('detail', row),
            } satisfies RowAction<Row>,
          ]
        : []),
      ...(change && operations.update !== undefined && form !== undefined
        ? [
            {
              id: 'edit',
              label: say('deed.edit'),
              icon: 'edit',
              run: row => open('edit', row),
              offered: row => row.status,
            } satisfies RowAction<Row>,
          ]
        : []),
      ...(own ?? []),
      ...links.map((link): RowAction<Row> => ({
        id: link.to,
        label: say(link.label),
        icon: 'next',
        offered: row =>
          (link.needs === undefined || permissions[link.needs] === 'write') &&
          (link.for === 'everybody' || change || (link.for === 'writers-and-oneself' && isOneself(row))),
        run: row => void navigate({ to: link.to, params: { id: String(row.id) } } as never),
      })),
      {
        id: 'copy',
        label: say('deed.copy_id'),
        icon: 'copy',
        run: row =>
          void copy(String(row.id)).then(
            () => copied(true),
            () => copied(false),
          ),
      },
      ...(keep && operations.restore !== undefined
        ? [
            {
              id: 'restore',
              label: say('deed.restore'),
              icon: 'restore',
              run: row => act('restore', [row.id]),
              offered: row => !row.status,
            } satisfies RowAction<Row>,
          ]
        : []),
      ...(keep && operations.remove !== undefined
        ? [
            {
              id: 'remove',
              label: say('deed.remove'),
              icon: 'bin',
              grave: true,
              run: row => act('remove', [row.id]),
              offered: row => row.status,
            } satisfies RowAction<Row>,
          ]
        : []),
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- `open`, `act` and `copied` are new with each rendering and do the same
  }, [intl, resource, change, keep, own, profile.id, permissions, navigate]);
};
