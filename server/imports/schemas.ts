import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id } from '../http/schemas.ts';
import { ACTIONS, KINDS } from './plan.ts';
import { FORMATS } from './sheet.ts';

/** The contract of the import routes. */

const query = {
  product_id: Id('The product'),
  kind: Type.String({
    enum: [...KINDS],
    description: 'ads: creates ads, or changes those whose id a row has; costs: the daily costs of ads',
  }),
  format: Type.Optional(
    Type.String({
      enum: [...FORMATS],
      description: 'The format of the body; default by its content type',
    }),
  ),
  mapping: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        'Which column is which field, as JSON: {"cost": "利用額"}; else columns are known by their headings',
    }),
  ),
};
export const PreviewQuery = Closed(query);
export const ApplyQuery = Closed({
  ...query,
  digest: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'As the preview of the same file answered it',
  }),
});

export const ImportColumn = component(
  'ImportColumn',
  Closed({ field: Type.String(), heading: Type.String() }),
);
export const ImportRow = component(
  'ImportRow',
  Closed({
    row: Type.Integer({ description: 'As a spreadsheet counts it; in JSON the place in the list, from 1' }),
    action: Type.String({ description: `What it would do: ${ACTIONS.join(', ')}` }),
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'What it would write, by field' }),
  }),
);
export const ImportError = component(
  'ImportError',
  Closed({
    row: Type.Integer({ description: 'As a spreadsheet counts it; 0: the whole file' }),
    field: Type.String({ description: '"row": the row as a whole' }),
    code: Type.String({ description: 'Code of the fault' }),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unsafe<string | number>({}), { description: 'What its text names' }),
    ),
  }),
);
export const ImportCounts = component(
  'ImportCounts',
  Closed({
    create: Type.Integer(),
    update: Type.Integer(),
    replace: Type.Integer({ description: 'Costs that take the place of others' }),
    same: Type.Integer({ description: 'Rows that change nothing' }),
  }),
);
export const costsUnused = Type.Boolean({
  description:
    "True: costs are stored but reports do not count them, as the product's ad_cost_linkage is off",
});
export const ImportPreview = component(
  'ImportPreview',
  Closed({
    digest: Type.String({ description: 'Names this file, read in this way' }),
    total: Type.Integer({ description: 'Rows of the file' }),
    error_total: Type.Integer({ description: 'Errors in all rows' }),
    counts: ImportCounts.ref,
    columns: Type.Array(ImportColumn.ref, { description: 'Columns that are read' }),
    unknown: Type.Array(Type.String(), { description: 'Headings of columns that nothing is read from' }),
    rows: Type.Array(ImportRow.ref, { description: 'The first 100 that have no error' }),
    errors: Type.Array(ImportError.ref, { description: 'The first 1,000' }),
    costs_unused: costsUnused,
  }),
);
export const ImportResult = component(
  'ImportResult',
  Closed({
    total: Type.Integer({ description: 'Rows of the file' }),
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
