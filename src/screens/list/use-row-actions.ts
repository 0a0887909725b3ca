import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { copy } from '../../components/copy.ts';
import type { RowAction } from '../../components/grid/types.ts';
import { useSignedInData } from '../../console/context.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import type { Allowed } from '../use-allowed.ts';
import { useCopied } from '../use-copy-notice.ts';

interface RowActionOptions<Row> {
  readonly may: Allowed;
  readonly open: (kind: 'edit' | 'detail', row: Identified) => void;
  readonly runCommand: (kind: 'remove' | 'restore', ids: readonly number[]) => void;
  /** Additional actions of the list, after the record's own. */
  readonly own?: readonly RowAction<Row>[];
}

type Translate = (id: string) => string;
/** A constant, so that memoised actions keep their identity. */
const NO_ACTIONS: readonly never[] = [];

/** Actions that open a record to read it, and to edit it in its form. */
const recordActions = <Row extends Identified, Draft extends object>(
  { operations, form }: Resource<Row, Draft>,
  { may, open }: Pick<RowActionOptions<Row>, 'may' | 'open'>,
  translate: Translate,
): readonly RowAction<Row>[] => {
  const detail: RowAction<Row> = {
    id: 'detail',
    label: translate('action.detail'),
    icon: 'detail',
    run: row => open('detail', row),
  };
  const edit: RowAction<Row> = {
    id: 'edit',
    label: translate('action.edit'),
    icon: 'edit',
    run: row => open('edit', row),
    offered: row => row.status,
  };
  return [
    ...(operations.one !== undefined ? [detail] : []),
    ...(may.change && operations.update !== undefined && form !== undefined ? [edit] : []),
  ];
};

/** Actions that restore or delete a row, by its status. */
const statusActions = <Row extends Identified, Draft extends object>(
  { operations }: Resource<Row, Draft>,
  { may, runCommand }: Pick<RowActionOptions<Row>, 'may' | 'runCommand'>,
  translate: Translate,
): readonly RowAction<Row>[] => {
  const restore: RowAction<Row> = {
    id: 'restore',
    label: translate('action.restore'),
    icon: 'restore',
    run: row => runCommand('restore', [row.id]),
    offered: row => !row.status,
  };
  const remove: RowAction<Row> = {
    id: 'remove',
    label: translate('action.remove'),
    icon: 'bin',
    destructive: true,
    run: row => runCommand('remove', [row.id]),
    offered: row => row.status,
  };
  return [
    ...(may.keep && operations.restore !== undefined ? [restore] : []),
    ...(may.keep && operations.remove !== undefined ? [remove] : []),
  ];
};

/**
 * Actions in the menu of a row. Actions that the user may not run, or that do not apply to the row, are left
 * out.
 */
export const useRowActions = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  { may: { change, keep }, open, runCommand, own = NO_ACTIONS }: RowActionOptions<Row>,
): readonly RowAction<Row>[] => {
  const intl = useIntl();
  const navigate = useNavigate();
  const {
    profile,
    role: { permissions },
  } = useSignedInData();
  const copied = useCopied();
  return useMemo(() => {
    const translate = (id: string) => intl.formatMessage({ id });
    const may = { change, keep };
    const isOwnAccount = ({ id }: Row) => resource.name === 'users' && id === profile.id;
    const { links = [] } = resource;
    const linkActions = links.map((link): RowAction<Row> => ({
      id: link.to,
      label: translate(link.label),
      icon: 'next',
      offered: row =>
        (link.needs === undefined || permissions[link.needs] === 'write') &&
        (link.for === 'everybody' || change || (link.for === 'writers-and-oneself' && isOwnAccount(row))),
      run: row => void navigate({ to: link.to, params: { id: String(row.id) } } as never),
    }));
    const copyId: RowAction<Row> = {
      id: 'copy',
      label: translate('action.copy_id'),
      icon: 'copy',
      run: row =>
        void copy(String(row.id)).then(
          () => copied(true),
          () => copied(false),
        ),
    };
    return [
      ...recordActions(resource, { may, open }, translate),
      ...own,
      ...linkActions,
      copyId,
      ...statusActions(resource, { may, runCommand }, translate),
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- `open`, `runCommand` and `copied` are new on each render and equivalent
  }, [intl, resource, change, keep, own, profile.id, permissions, navigate]);
};
