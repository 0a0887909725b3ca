import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { ads } from '../../resources/ads.ts';
import type { RowOf } from '../../resources/resource.ts';
import { RecordScreen } from '../record/record-screen.tsx';
import { useAllowed } from '../use-allowed.ts';

const NewAd = lazy(async () => ({ default: (await import('./new-ad.tsx')).NewAd }));

/** Button that opens the form of a new ad with the values of this one. */
const DuplicateButton = ({ id, status }: RowOf<typeof ads>) => {
  const intl = useIntl();
  const mayAdd = useAllowed(ads).keep;
  const [isOpen, setOpen] = useState(false);
  if (!mayAdd || !status) return null;
  return (
    <>
      <Button label={intl.formatMessage({ id: 'action.duplicate' })} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <NewAd sourceId={id} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const duplicateButton = (row: RowOf<typeof ads>) => <DuplicateButton key={row.id} {...row} />;

/** /ad/setting/$id */
export const Screen = () => <RecordScreen resource={ads} command={duplicateButton} />;
