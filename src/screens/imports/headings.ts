import { useIntl } from 'react-intl';
import type { ImportKind } from '../../console/imports.ts';

/** Fields of an import's template in order. The server accepts more fields, and several headings for each. */
const FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  ads: [
    'id',
    'name',
    'redirect_url',
    'ad_post_url',
    'ad_description',
    'ad_category',
    'ad_type1',
    'ad_type2',
    'ad_type3',
    'asp',
    'agency',
    'period_from',
    'period_to',
    'direct_link',
    'click_cost',
    'cv_cost',
    'ad_fee',
    'args',
  ],
  costs: ['ad_id', 'ad_name', 'day', 'cost'],
};

/** Returns a lookup of the label of an import field, as in lists and forms. */
export const useHeadings = (kind: ImportKind): ((field: string) => string) => {
  const intl = useIntl();
  return field => {
    // `lpo_entries.0.url`: the label is that of the first part.
    const [name = field] = field.split('.');
    const id = [
      `import.field.${name}`,
      `column.${kind}.${name}`,
      `field.${kind}.${name}`,
      `column.${name}`,
    ].find(one => one in intl.messages);
    return id === undefined ? field : intl.formatMessage({ id });
  };
};

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Creates a CSV file with the headings only; the byte order mark makes Excel read UTF-8. */
export const useTemplate = (
  kind: ImportKind,
): (() => { readonly name: string; readonly contents: Blob; readonly rows: number }) => {
  const intl = useIntl();
  const heading = useHeadings(kind);
  return () => ({
    name: intl.formatMessage({ id: `import.template_name.${kind}` }),
    rows: 0,
    contents: new Blob([`\uFEFF${FIELDS[kind].map(field => cell(heading(field))).join(',')}\r\n`], {
      type: 'text/csv; charset=utf-8',
    }),
  });
};
