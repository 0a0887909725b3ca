import { FormattedMessage, useIntl } from 'react-intl';
import type { Change } from '../../resources/changes.ts';
import { present } from '../../resources/row.ts';
import { changedValue } from './changed-fields.ts';

const parametersOf = (value: object): string =>
  Object.entries(value)
    .map(([name, one]) => `${name} = ${String(one)}`)
    .join(', ');

const Value = ({ field, value }: { readonly field: string; readonly value: unknown }) => {
  const intl = useIntl();
  if (typeof value === 'number') return intl.formatNumber(value);
  if (typeof value === 'object' && value !== null) return parametersOf(value);
  // Several proofs of identity: `password, code`.
  const words = String(value)
    .split(', ')
    .map(word => {
      const id = `access_line.${field}.${word}`;
      return id in intl.messages ? intl.formatMessage({ id }) : word;
    });
  return intl.formatList(words, { type: 'conjunction', style: 'narrow' });
};

/** The statements of a sign-in, a download or a use of an API key. */
export const AccessFields = ({ change: { fields } }: { readonly change: Pick<Change, 'fields'> }) => (
  <dl>
    {present(fields).map(({ field, after }) => (
      <div key={field}>
        <dt>
          <FormattedMessage id={`access_line.${field}`} />
        </dt>
        <dd>
          <Value field={field} value={changedValue(after)} />
        </dd>
      </div>
    ))}
  </dl>
);
