import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import { useConfirm } from '../../console/confirm.ts';
import { useExecute, useNotify } from '../../console/context.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { apiKeyOperations, apiKeys, type ApiKeyRow } from '../../resources/api-keys.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { IssuedKey } from './issued-key.tsx';
import { KeyDetail } from './key-detail.tsx';

const keyDetail = (id: number, onClose: () => void) => <KeyDetail id={id} onClose={onClose} />;
const newKeyForm = (onClosed: () => void) => <IssuedKey onClosed={onClosed} />;

/** Revokes a key after a confirmation, which shows a failure itself. */
const useRevocation = () => {
  const intl = useIntl();
  const execute = useExecute();
  const confirm = useConfirm();
  const notify = useNotify();
  const reportChange = useReportChange();
  return ({ id, name }: ApiKeyRow): void => {
    const action = intl.formatMessage({ id: 'api_key.revoke' });
    const act = () => execute(apiKeyOperations.revoke, { id });
    void confirm({ kind: 'do', action, subject: name, destructive: true, act }).then(
      isDone => {
        if (!isDone) return;
        reportChange(apiKeys);
        notify({ kind: 'SUCCESS', message: 'api_key.revoked', values: { name } });
      },
      () => undefined,
    );
  };
};

/** /config/api-key: the API keys of the company, for administrators. */
export const Screen = () => {
  const intl = useIntl();
  const [rotated, rotate] = useState<ApiKeyRow | null>(null);
  const revoke = useRevocation();
  const actions = useMemo(
    (): readonly RowAction<ApiKeyRow>[] => [
      {
        id: 'rotate',
        label: intl.formatMessage({ id: 'api_key.rotate' }),
        icon: 'renew',
        offered: ({ state }) => state === 'active' || state === 'suspended',
        run: rotate,
      },
      {
        id: 'revoke',
        label: intl.formatMessage({ id: 'api_key.revoke' }),
        icon: 'bin',
        destructive: true,
        offered: ({ status }) => status,
        run: revoke,
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- `revoke` is new on each render and equivalent
    [intl],
  );
  return (
    <>
      <ListScreen resource={apiKeys} actions={actions} form={newKeyForm} detail={keyDetail} />
      {rotated !== null && <IssuedKey rotated={rotated} onClosed={() => rotate(null)} />}
    </>
  );
};
