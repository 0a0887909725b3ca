import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useMayWrite } from '../../console/context.ts';
import type { ImportKind } from '../../console/imports.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

interface Props {
  readonly kind: ImportKind;
  readonly productId: number;
}

/** Button that opens the import of ads or costs; only for users who may write settings. */
export const ImportButton = ({ kind, productId }: Props) => {
  const intl = useIntl();
  const mayWrite = useMayWrite('settings');
  const [open, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button
        label={intl.formatMessage({ id: `import.title.${kind}` })}
        icon={<Icon name="up" />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ImportDialog kind={kind} productId={productId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
