import { lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import { useMayWrite } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import type { RowOf } from '../../resources/resource.ts';
import { syncSettings } from '../../resources/sync-settings.ts';
import { ImportButton } from '../imports/import-button.tsx';
import type { Runnable } from '../imports/run-dialog.tsx';
import { ListScreen } from './list-screen.tsx';

const RunDialog = lazy(async () => ({ default: (await import('../imports/run-dialog.tsx')).RunDialog }));

const runnableOf = ({ id, name, product_id, kind, source_url }: RowOf<typeof syncSettings>): Runnable => ({
  id,
  name,
  productId: product_id,
  kind: kind === 'ads' ? 'ads' : 'costs',
  hasSource: source_url !== '',
});

/** /ad/sync-setting: an import is started from the menu of its row, as the detail view is read only. */
export const Screen = () => {
  const intl = useIntl();
  const product = useProduct();
  const mayWrite = useMayWrite('settings');
  const [running, setRunning] = useState<Runnable | null>(null);
  const actions = useMemo(
    (): readonly RowAction<RowOf<typeof syncSettings>>[] =>
      mayWrite
        ? [
            {
              id: 'run',
              label: intl.formatMessage({ id: 'sync.run' }),
              icon: 'renew',
              offered: row => row.status,
              run: row => setRunning(runnableOf(row)),
            },
          ]
        : [],
    [intl, mayWrite],
  );
  return (
    <>
      <ListScreen
        resource={syncSettings}
        actions={actions}
        command={<ImportButton kind="costs" productId={product.id} />}
      />
      {running !== null && (
        <Suspense>
          <RunDialog of={running} onClose={() => setRunning(null)} />
        </Suspense>
      )}
    </>
  );
};
