import { useIntl, type IntlShape } from 'react-intl';
import type { Progress } from '../../../machines/download.ts';
import { Button } from '../../components/button.tsx';
import { useFailureText } from '../failure-text.ts';
import './download.css';
import type { Download } from './use-download.ts';

const BYTES_PER_MB = 1_000_000;

/** Progress of a download: rows, or megabytes if the format has no countable rows. */
const textOf = (intl: IntlShape, { bytes, rows, total }: Progress): string => {
  if (rows !== null && total !== null) return intl.formatMessage({ id: 'download.rows' }, { rows, total });
  const size = intl.formatNumber(bytes / BYTES_PER_MB, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return total === null
    ? intl.formatMessage({ id: 'download.bytes_only' }, { size })
    : intl.formatMessage({ id: 'download.bytes' }, { size, total });
};

/**
 * State of a download beside its button: progress with a cancel button, or the failure with a retry button.
 */
export const DownloadState = ({
  download: { is, progress, failure, send },
}: {
  readonly download: Download;
}) => {
  const intl = useIntl();
  const failureText = useFailureText();
  const translate = (id: string) => intl.formatMessage({ id });
  if (is === 'preparing' || is === 'receiving') {
    const known =
      progress !== null && progress.rows !== null && progress.total !== null && progress.total > 0;
    const text = progress === null ? translate('download.preparing') : textOf(intl, progress);
    return (
      <>
        <progress
          aria-label={translate('download.preparing')}
          aria-valuetext={text}
          {...(known && { value: progress.rows, max: progress.total })}
        />
        <span className="tp-download-text">{text}</span>
        <Button label={translate('download.cancel')} onClick={() => send('cancel')} />
      </>
    );
  }
  if (is !== 'failed' || failure === null) return null;
  return (
    <>
      <span className="tp-download-text" role="alert">
        {intl.formatMessage({ id: 'download.failed' }, { reason: failureText(failure) })}
      </span>
      {failure.kind !== 'denied' && <Button label={translate('state.retry')} onClick={() => send('retry')} />}
      <Button label={translate('download.dismiss')} onClick={() => send('dismiss')} />
    </>
  );
};
