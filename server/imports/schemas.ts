import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id, Nullable } from '../http/schemas.ts';
import { ACTIONS, KINDS } from './plan.ts';
import { FORMATS } from './sheet.ts';

/** The contract of the import routes. */

const query = {
  product_id: Id('ID of the product'),
  kind: Type.String({
    enum: [...KINDS],
    description:
      'Kind of the import. ads: creates ads, or updates the ad whose ID is in the row; costs: imports daily costs of ads',
  }),
  format: Type.Optional(
    Type.String({
      enum: [...FORMATS],
      description: 'Format of the body; default: by content type',
    }),
  ),
  mapping: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: 'Column headings by field, as JSON: {"cost": "利用額"}; default: the standard headings',
    }),
  ),
};
export const PreviewQuery = Closed(query);
export const ApplyQuery = Closed({
  ...query,
  digest: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Digest that the preview of the same file returned',
  }),
});

export const ImportColumn = component(
  'ImportColumn',
  Closed({ field: Type.String(), heading: Type.String() }),
);
export const ImportRow = component(
  'ImportRow',
  Closed({
    row: Type.Integer({
      description: 'Row number as in a spreadsheet; in JSON the position in the list, from 1',
    }),
    action: Type.String({ description: `Effect of the row: ${ACTIONS.join(', ')}` }),
    values: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values that the row writes, by field',
    }),
    names: Type.Record(Type.String(), Type.String(), {
      description:
        'Names of the rows to which values refer, by field: the category whose number is in `values`',
    }),
  }),
);
export const ImportError = component(
  'ImportError',
  Closed({
    row: Type.Integer({ description: 'Row number as in a spreadsheet; 0: the file as a whole' }),
    field: Type.String({ description: 'Name of the field; "row": the row as a whole' }),
    code: Type.String({ description: 'Code of the fault' }),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unsafe<string | number>({}), {
        description: 'Values that the message of the code contains',
      }),
    ),
  }),
);
export const ImportCounts = component(
  'ImportCounts',
  Closed({
    create: Type.Integer(),
    update: Type.Integer(),
    replace: Type.Integer({ description: 'Number of costs that replace earlier costs' }),
    same: Type.Integer({ description: 'Number of rows that change nothing' }),
  }),
);
export const costsUnused = Type.Boolean({
  description: 'Whether reports ignore the stored costs, because ad_cost_linkage of the product is off',
});
const FutureDays = Closed(
  {
    total: Type.Integer({ description: 'Number of such rows' }),
    row: Type.Integer({ description: 'The first such row' }),
    day: Type.String({ format: 'date', description: 'Its day' }),
  },
  { description: 'Costs whose day has not come; they are imported all the same. null: none' },
);
export const ImportPreview = component(
  'ImportPreview',
  Closed({
    digest: Type.String({
      description: 'Digest of the file and the way in which it was read; required to apply the file',
    }),
    total: Type.Integer({ description: 'Number of rows in the file' }),
    error_total: Type.Integer({ description: 'Number of errors in all rows' }),
    counts: ImportCounts.ref,
    columns: Type.Array(ImportColumn.ref, { description: 'Columns of the file that are imported' }),
    unknown: Type.Array(Type.String(), { description: 'Headings of columns that are ignored' }),
    rows: Type.Array(ImportRow.ref, { description: 'The first 100 rows without errors' }),
    errors: Type.Array(ImportError.ref, { description: 'The first 1,000 errors' }),
    costs_unused: costsUnused,
    unread_sheets: Type.Integer({
      description: 'Number of further sheets of a workbook that have rows; only the first sheet is imported',
    }),
    future_days: Nullable(FutureDays),
  }),
);
export const ImportResult = component(
  'ImportResult',
  Closed({
    total: Type.Integer({ description: 'Number of rows in the file' }),
    counts: ImportCounts.ref,
    costs_unused: costsUnused,
  }),
);

export const importComponents = [
  ImportColumn,
  ImportRow,
  ImportError,
  ImportCounts,
  ImportPreview,
  ImportResult,
] as const;
