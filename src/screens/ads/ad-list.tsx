import { lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import { useProduct } from '../../console/product.ts';
import { ads } from '../../resources/ads.ts';
import type { RowOf } from '../../resources/resource.ts';
import { ImportButton } from '../imports/import-button.tsx';
import { useAllowed } from '../use-allowed.ts';
import { ListScreen } from '../list/list-screen.tsx';

const NewAd = lazy(async () => ({ default: (await import('./new-ad.tsx')).NewAd }));

const newAdForm = (onClosed: () => void) => (
  <Suspense>
    <NewAd onClosed={onClosed} />
  </Suspense>
);

/** /ad/setting */
export const Screen = () => {
  const intl = useIntl();
  const mayAdd = useAllowed(ads).keep;
  const [sourceId, setSourceId] = useState<number | null>(null);
  const actions = useMemo(
    (): readonly RowAction<RowOf<typeof ads>>[] =>
      mayAdd
        ? [
            {
              id: 'duplicate',
              label: intl.formatMessage({ id: 'action.duplicate' }),
              icon: 'copy',
              offered: row => row.status,
              run: row => setSourceId(row.id),
            },
          ]
        : [],
    [intl, mayAdd],
  );
  return (
    <>
      <ListScreen
        resource={ads}
        actions={actions}
        form={newAdForm}
        command={<ImportButton kind="ads" productId={useProduct().id} />}
      />
      {sourceId !== null && (
        <Suspense>
          <NewAd sourceId={sourceId} onClosed={() => setSourceId(null)} />
        </Suspense>
      )}
    </>
  );
};
