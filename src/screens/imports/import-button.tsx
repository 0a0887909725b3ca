import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAddress } from '../../console/address.ts';
import { useMayWrite } from '../../console/context.ts';
import type { ImportKind } from '../../console/imports.ts';
import { useRefusedModal } from '../use-refused-modal.ts';
import { useOverlay } from '../use-overlay.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

interface Props {
  readonly kind: ImportKind;
  readonly productId: number;
}

/** Button that opens the import of ads or costs, also by the address; only for users who may write settings. */
export const ImportButton = ({ kind, productId }: Props) => {
  const intl = useIntl();
  const mayWrite = useMayWrite('settings');
  const overlay = useOverlay();
  const [{ isOpen }, go] = useAddress(raw => ({ isOpen: raw['modal'] === 'import' }));
  const close = () => overlay.close(() => go({ modal: undefined }, { replace: true }));
  useRefusedModal(isOpen && !mayWrite, close);
  if (!mayWrite) return null;
  return (
    <>
      <Button
        label={intl.formatMessage({ id: `import.title.${kind}` })}
        icon={<Icon name="up" />}
        onClick={() => {
          overlay.opened();
          go({ modal: 'import' });
        }}
      />
      {isOpen && (
        <Suspense>
          <ImportDialog kind={kind} productId={productId} onClose={close} />
        </Suspense>
      )}
    </>
  );
};
