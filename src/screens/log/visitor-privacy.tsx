import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestErasureDocument } from '../../../graphql/generated/graphql.ts';
import { isFailure } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useConfirm } from '../../console/confirm.ts';
import { useExecute, useNotify } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { DownloadState } from '../list/download-state.tsx';
import { useDownload } from '../list/use-download.ts';

/** The command that requests the erasure of a visitor, with confirmation. */
const useErase = (visitorId: string, onRequested: () => void) => {
  const intl = useIntl();
  const { id: product_id } = useProduct();
  const execute = useExecute();
  const confirm = useConfirm();
  const notify = useNotify();
  const erase = async () => {
    try {
      const done = await confirm({
        kind: 'do',
        action: intl.formatMessage({ id: 'log.privacy.erase.action' }),
        subject: intl.formatMessage({ id: 'log.privacy.erase.subject' }, { visitor: visitorId }),
        destructive: true,
        act: () => execute(RequestErasureDocument, { input: { product_id, visitor_id: visitorId } }),
      });
      if (!done) return;
      notify({ kind: 'SUCCESS', message: 'log.privacy.erase.done' });
      onRequested();
    } catch (error) {
      // The confirmation dialog has already shown the failure.
      if (!isFailure(error)) throw error;
    }
  };
  return () => void erase();
};

/** The data of the visitor to whom the found rows belong: a copy to hand out, and its erasure. */
export const VisitorPrivacy = ({
  visitorId,
  onRequested,
}: {
  readonly visitorId: string;
  readonly onRequested: () => void;
}) => {
  const intl = useIntl();
  const title = useId();
  const { id: product_id } = useProduct();
  const erase = useErase(visitorId, onRequested);
  const download = useDownload(() => undefined);
  const receiving = download.is === 'preparing' || download.is === 'receiving';
  return (
    <section className="tp-privacy" aria-labelledby={title}>
      <h2 id={title}>
        <FormattedMessage id="log.privacy.title" />
      </h2>
      <p>
        <FormattedMessage id="log.privacy.lead" values={{ visitor: <code>{visitorId}</code> }} />
      </p>
      <div className="tp-privacy-commands">
        <Button
          label={intl.formatMessage({ id: 'log.privacy.download' })}
          icon={<Icon name="download" />}
          disabled={receiving}
          onClick={() =>
            download.start({
              path: 'visitor_data',
              format: 'json',
              columns: [],
              locale: '',
              query: { product_id, visitor_id: visitorId },
            })
          }
        />
        <Button label={intl.formatMessage({ id: 'log.privacy.erase' })} opens onClick={erase} />
        <DownloadState download={download} />
      </div>
    </section>
  );
};
