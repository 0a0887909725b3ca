import { FormattedMessage } from 'react-intl';
import type { ImportError } from '../../console/imports.ts';
import { useFaultText } from '../use-fault-text.ts';

interface Props {
  readonly errors: readonly ImportError[];
  /** Total number of errors; `errors` has the first of them. */
  readonly total: number;
  readonly heading: (field: string) => string;
}

interface FieldNameProps extends Pick<Props, 'heading'> {
  /** Field name; `row`: the error concerns the row as a whole, `file`: the file. */
  readonly field: string;
}

const FieldName = ({ field, heading }: FieldNameProps) => {
  if (field === 'row') return <FormattedMessage id="import.errors.entire_row" />;
  return field === 'file' ? '' : heading(field);
};

/** Table of a file's errors by row. */
export const ErrorList = ({ errors, total, heading }: Props) => {
  const textOf = useFaultText();
  return (
    <>
      <table className="tp-import-errors">
        <caption>
          <FormattedMessage id="import.errors.title" />
        </caption>
        <tbody>
          {errors.map(({ row, field, code, values }) => (
            <tr key={`${row}/${field}/${code}`}>
              <th scope="row">
                {row === 0 ? (
                  <FormattedMessage id="import.errors.file" />
                ) : (
                  <FormattedMessage id="import.errors.row" values={{ row }} />
                )}
              </th>
              <td>
                <FieldName field={field} heading={heading} />
              </td>
              <td>{textOf([{ code, ...(values !== undefined && { values }) }])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > errors.length && (
        <p className="tp-note">
          <FormattedMessage id="import.errors.more" values={{ count: total - errors.length }} />
        </p>
      )}
    </>
  );
};
