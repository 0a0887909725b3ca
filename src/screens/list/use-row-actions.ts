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

type Say = (id: string) => string;
/** The same object with each rendering, so that the actions stay the same. */
const NO_ACTIONS: readonly never[] = [];

/** Reading and editing a record, where its resource has a form. */
const recordActions = <Row extends Identified, Draft extends object>(
  { operations, form }: Resource<Row, Draft>,
  { may, open }: Pick<RowActionOptions<Row>, 'may' | 'open'>,
  say: Say,
): readonly RowAction<Row>[] => {
  const detail: RowAction<Row> = {
    id: 'detail',
    label: say('deed.detail'),
    icon: 'detail',
    run: row => open('detail', row),
  };
  const edit: RowAction<Row> = {
    id: 'edit',
    label: say('deed.edit'),
    icon: 'edit',
    run: row => open('edit', row),
    offered: row => row.status,
  };
  return [
    ...(operations.one !== undefined && form !== undefined ? [detail] : []),
    ...(may.change && operations.update !== undefined && form !== undefined ? [edit] : []),
  ];
};

/** Restoring and deleting, which depend on the status of a row. */
const statusActions = <Row extends Identified, Draft extends object>(
  { operations }: Resource<Row, Draft>,
  { may, act }: Pick<RowActionOptions<Row>, 'may' | 'act'>,
  say: Say,
): readonly RowAction<Row>[] => {
  const restore: RowAction<Row> = {
    id: 'restore',
    label: say('deed.restore'),
    icon: 'restore',
    run: row => act('restore', [row.id]),
    offered: row => !row.status,
  };
  const remove: RowAction<Row> = {
    id: 'remove',
    label: say('deed.remove'),
    icon: 'bin',
    grave: true,
    run: row => act('remove', [row.id]),
    offered: row => row.status,
  };
  return [
    ...(may.keep && operations.restore !== undefined ? [restore] : []),
    ...(may.keep && operations.remove !== undefined ? [remove] : []),
  ];
};

/**
 * What can be done to a row, from the menu at its end: what the user may not do, or what is not done to such
 * a row, is not there.
 */
export const useRowActions = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  { may: { change, keep }, open, act, own = NO_ACTIONS }: RowActionOptions<Row>,
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
    const may = { change, keep };
    const isOneself = ({ id }: Row) => resource.name === 'users' && id === profile.id;
    const { links = [] } = resource;
    const linkActions = links.map((link): RowAction<Row> => ({
      id: link.to,
      label: say(link.label),
      icon: 'next',
      offered: row =>
        (link.needs === undefined || permissions[link.needs] === 'write') &&
        (link.for === 'everybody' || change || (link.for === 'writers-and-oneself' && isOneself(row))),
      run: row => void navigate({ to: link.to, params: { id: String(row.id) } } as never),
    }));
    const copyId: RowAction<Row> = {
      id: 'copy',
      label: say('deed.copy_id'),
      icon: 'copy',
      run: row =>
        void copy(String(row.id)).then(
          () => copied(true),
          () => copied(false),
        ),
    };
    return [
      ...recordActions(resource, { may, open }, say),
      ...own,
      ...linkActions,
      copyId,
      ...statusActions(resource, { may, act }, say),
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- `open`, `act` and `copied` are new with each rendering and do the same
  }, [intl, resource, change, keep, own, profile.id, permissions, navigate]);
};
