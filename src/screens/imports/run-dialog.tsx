import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import type { ImportKind } from '../../console/imports.ts';
import { SyncRuns } from './sync-runs.tsx';

/** Properties of a sync setting that a run needs. */
export interface Runnable {
  readonly id: number;
  readonly name: string;
  readonly productId: number;
  readonly kind: ImportKind;
  readonly hasSource: boolean;
}

/** Dialog that runs an import from its source or with a file, and shows its runs. */
export const RunDialog = ({
  of: { id, name, productId, kind, hasSource },
  onClose,
}: {
  readonly of: Runnable;
  readonly onClose: () => void;
}) => {
  const intl = useIntl();
  return (
    <Dialog title={<FormattedMessage id="sync.run_title" values={{ name }} />} onClose={onClose}>
      <div className="tp-dialog-body">
        <SyncRuns id={id} kind={kind} begins={{ fromSource: hasSource, productId }} />
      </div>
      <div className="tp-dialog-foot">
        <Button label={intl.formatMessage({ id: 'shell.close' })} onClick={onClose} />
      </div>
    </Dialog>
  );
};
