import { FormattedMessage } from 'react-intl';
import './status.css';

/** A code as its word, with the icon and colour that it has in grids. */
export const Status = ({
  field,
  code,
}: {
  readonly field: string;
  readonly code: number | string | boolean | null;
}) => (
  <span className="tp-status" data-column={field} data-code={String(code)}>
    <FormattedMessage id={`choice.${field}.${code}`} />
  </span>
);
