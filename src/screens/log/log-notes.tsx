import { FormattedMessage } from 'react-intl';
import type { LeftOut } from '../../resources/log.ts';

interface Props {
  /** The last row is displayed. */
  readonly ended: boolean;
  readonly leftOut: LeftOut | null;
  /** The number of rows left out is an estimate. */
  readonly estimated: boolean;
}

/** Notes below the rows: the end of the log, and how many rows reports leave out. */
export const LogNotes = ({ ended, leftOut, estimated }: Props) => (
  <>
    {ended && (
      <p className="tp-note tp-end">
        <FormattedMessage id="log.end" />
      </p>
    )}
    {leftOut !== null && (
      <p className="tp-note">
        {estimated && (
          <>
            <FormattedMessage id="log.left_out_about" />{' '}
          </>
        )}
        {leftOut.repeated === undefined ? (
          <FormattedMessage id="log.left_out" values={{ bot: leftOut.bot, excluded: leftOut.excluded_ip }} />
        ) : (
          <FormattedMessage
            id="analysis.left_out"
            values={{ bot: leftOut.bot, repeated: leftOut.repeated, excluded: leftOut.excluded_ip }}
          />
        )}
      </p>
    )}
  </>
);
