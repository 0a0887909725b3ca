import { useIntl } from 'react-intl';
import type { ImportKind } from '../../console/imports.ts';
import { IMPORT_FIELDS } from '../../resources/import-fields.ts';

/** Id of the message that labels a field of an import, as in lists and forms; undefined: none. */
export const headingId = (kind: ImportKind, field: string, messages: object): string | undefined => {
  // `lpo_entries.0.url`: the label is that of the first part.
  const [name = field] = field.split('.');
  return [`import.field.${name}`, `column.${kind}.${name}`, `field.${kind}.${name}`, `column.${name}`].find(
    one => one in messages,
  );
};

/** Returns a lookup of the label of an import field. */
export const useHeadings = (kind: ImportKind): ((field: string) => string) => {
  const intl = useIntl();
  return field => {
    const id = headingId(kind, field, intl.messages);
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
    contents: new Blob([`\uFEFF${IMPORT_FIELDS[kind].map(field => cell(heading(field))).join(',')}\r\n`], {
      type: 'text/csv; charset=utf-8',
    }),
  });
};
