import { FormattedMessage } from 'react-intl';
import type { LeftOut } from '../../resources/log.ts';

interface Props {
  /** The last row is on the screen. */
  readonly ended: boolean;
  readonly leftOut: LeftOut | null;
  /** How many are left out is an estimate. */
  readonly estimated: boolean;
}

/** What is said below the rows of a log: that they end, and how many reports leave out. */
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
