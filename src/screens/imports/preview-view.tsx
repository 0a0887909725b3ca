import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { date } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { listedText } from '../../components/labelled-text.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import type { ImportCounts, ImportPreview } from '../../console/imports.ts';
import { ErrorList } from './error-list.tsx';
import { previewFields } from './preview-fields.ts';

interface Props {
  readonly preview: ImportPreview;
  readonly heading: (field: string) => string;
  /** Whether the rows were pasted instead of read from a file. */
  readonly isPasted: boolean;
}

const ACTIONS = ['create', 'update', 'replace', 'same'] as const satisfies readonly (keyof ImportCounts)[];

const DAYS: ReadonlySet<string> = new Set(['day', 'period_from', 'period_to']);
const YEN: ReadonlySet<string> = new Set(['cost', 'click_cost', 'cv_cost', 'ad_fee']);

/** Returns a formatter of values as in lists: names, labels of codes, and dates; arrays and objects as JSON. */
const useShown = () => {
  const intl = useIntl();
  return ({ values, names }: ImportPreview['rows'][number], field: string): string => {
    const value = values[field];
    if (names[field] !== undefined) return names[field];
    const code = String(value as string | number | boolean);
    const label = [
      `choice.ads.${field}.${code}`,
      `choice.${field}.${code}`,
      ...(typeof value === 'boolean' ? [`choice.flag.${code}`] : []),
    ].find(id => id in intl.messages);
    return label === undefined ? plainText(field, value) : intl.formatMessage({ id: label });
  };
};

/** A value without a label of its own. */
const plainText = (field: string, value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (DAYS.has(field) && typeof value === 'string') return date(value);
  if (YEN.has(field) && Number.isFinite(Number(value)))
    return new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(Number(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

const Counts = ({
  counts,
  errors,
  total,
}: {
  readonly counts: ImportCounts;
  readonly errors: number;
  readonly total: number;
}) => {
  const intl = useIntl();
  return (
    <ul className="tp-import-counts">
      <li>
        <FormattedMessage id="import.counts.total" values={{ count: total }} />
      </li>
      {ACTIONS.filter(action => counts[action] > 0).map(action => (
        <li key={action}>
          <FormattedMessage id={`import.counts.${action}`} /> <b>{intl.formatNumber(counts[action])}</b>
        </li>
      ))}
      {errors > 0 && (
        <li data-errors>
          <FormattedMessage id="import.counts.errors" /> <b>{intl.formatNumber(errors)}</b>
        </li>
      )}
    </ul>
  );
};

interface RowsProps extends Pick<Props, 'heading'> {
  readonly rows: ImportPreview['rows'];
  readonly fields: readonly string[];
  /** Message id of the caption. */
  readonly title: string;
}

/** The first rows of the file as they would be after the import. */
const PreviewRows = ({ rows, fields, title, heading }: RowsProps) => {
  const caption = useId();
  const shown = useShown();
  return (
    <ScrollBox className="tp-import-box" labelledBy={caption}>
      <table className="tp-import-rows">
        <caption id={caption}>
          <FormattedMessage id={title} values={{ count: rows.length }} />
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage id="import.rows.row" />
            </th>
            <th scope="col">
              <FormattedMessage id="import.rows.action" />
            </th>
            {fields.map(field => (
              <th key={field} scope="col" data-number={YEN.has(field)}>
                {heading(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.row} data-action={row.action}>
              <td>{row.row}</td>
              <td>
                <FormattedMessage id={`import.counts.${row.action}`} />
              </td>
              {fields.map(field => (
                <td key={field} data-number={YEN.has(field)}>
                  {shown(row, field)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
};

/** What the user may not have meant, and can apply all the same. */
const Warning = ({ children }: { readonly children: ReactNode }) => (
  <div className="tp-import-warning" role="status">
    <Icon name="warning" />
    <p>{children}</p>
  </div>
);

const Warnings = ({ preview: { future_days: future, unread_sheets: unread } }: Pick<Props, 'preview'>) => (
  <>
    {unread > 0 && (
      <Warning>
        <FormattedMessage id="import.unread_sheets" values={{ count: unread }} />
      </Warning>
    )}
    {future !== null && (
      <Warning>
        <FormattedMessage id="import.future_days" values={{ ...future, day: date(future.day) }} />
      </Warning>
    )}
  </>
);

/** Message id of whether the rows can be applied. */
const statusOf = (errors: number, isPasted: boolean): string => {
  if (errors === 0) return 'import.no_errors';
  return isPasted ? 'import.paste.has_errors' : 'import.has_errors';
};

/** Preview of an import: counts, errors, and the first rows as they would be. */
export const PreviewView = ({ preview, heading, isPasted }: Props) => {
  const { counts, columns, errors, error_total: wrong, rows, total, unknown } = preview;
  const intl = useIntl();
  const [showsAll, setShowsAll] = useState(false);
  const { brought, others } = previewFields({ columns, rows });
  const nameless = unknown.filter(name => name !== '');
  return (
    <>
      <Counts counts={counts} errors={wrong} total={total} />
      <p role="status">
        <FormattedMessage id={statusOf(wrong, isPasted)} />
      </p>
      <Warnings preview={preview} />
      {nameless.length > 0 && (
        <p className="tp-note">
          <FormattedMessage id="import.columns.unknown" values={{ names: listedText(nameless, intl) }} />
        </p>
      )}
      {wrong > 0 && (
        <div className="tp-import-box">
          <ErrorList errors={errors} total={wrong} heading={heading} />
        </div>
      )}
      {rows.length > 0 && (
        <PreviewRows
          rows={rows}
          fields={showsAll ? [...brought, ...others] : brought}
          title={wrong > 0 ? 'import.rows.title_valid' : 'import.rows.title'}
          heading={heading}
        />
      )}
      {others.length > 0 && (
        <p>
          <button
            type="button"
            className="tp-quiet"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            <FormattedMessage
              id={showsAll ? 'import.rows.less' : 'import.rows.more'}
              values={{ count: others.length }}
            />
          </button>
        </p>
      )}
    </>
  );
};
