import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { RowCommand } from '../../../machines/list.ts';
import type { RowAction } from '../../components/grid/types.ts';
import { useLevel, useMayWrite } from '../../console/context.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { ads } from '../../resources/ads.ts';
import { useRowCommands } from '../record/use-row-commands.ts';
import { RETURNING } from '../use-overlay.ts';
import type { WorkingAd } from './working-ads.ts';

/** Returns a function that deletes or restores an ad. */
const useAdRemoval = () => {
  const reportChange = useReportChange();
  const { runOn } = useRowCommands(ads);
  return (kind: RowCommand['kind'], ad: WorkingAd): void => runOn(kind, ad, () => reportChange(ads));
};

/** Row actions of ads. */
export const useAdActions = (): readonly RowAction<WorkingAd>[] => {
  const intl = useIntl();
  const navigate = useNavigate();
  const mayWrite = useMayWrite('settings');
  const seesContacts = useLevel('interaction_log') !== 'none';
  const remove = useAdRemoval();
  const translate = (id: string) => intl.formatMessage({ id });
  const links: RowAction<WorkingAd> = {
    id: 'links',
    label: translate('ad.action.links'),
    icon: 'link',
    run: ({ id }) => void navigate({ to: '/ad/setting/$id', params: { id: String(id) } }),
  };
  const edit: RowAction<WorkingAd> = {
    id: 'edit',
    label: translate('action.edit'),
    offered: ({ status }) => status,
    run: ({ id }) =>
      void navigate({
        to: '/ad/setting/$id',
        params: { id: String(id) },
        search: { modal: 'edit' } as object,
        state: RETURNING,
      }),
  };
  const contacts: RowAction<WorkingAd> = {
    id: 'contacts',
    label: translate('ad.action.contacts'),
    run: ({ id }) => void navigate({ to: '/log/reference', search: { ad: String(id) } as object }),
  };
  const removal: readonly RowAction<WorkingAd>[] = [
    {
      id: 'restore',
      label: translate('action.restore'),
      icon: 'restore',
      offered: ({ status }) => !status,
      run: ad => remove('restore', ad),
    },
    {
      id: 'remove',
      label: translate('action.remove'),
      icon: 'bin',
      destructive: true,
      offered: ({ status }) => status,
      run: ad => remove('remove', ad),
    },
  ];
  return [
    links,
    ...(mayWrite ? [edit] : []),
    ...(seesContacts ? [contacts] : []),
    ...(mayWrite ? removal : []),
  ];
};

/** Link of an ad's name to its settings. */
export const useAdLink = () => {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      to: ({ id }: WorkingAd) => `/ad/setting/${id}`,
      open: ({ id }: WorkingAd) => void navigate({ to: '/ad/setting/$id', params: { id: String(id) } }),
    }),
    [navigate],
  );
};
