import { Type } from '@fastify/type-provider-typebox';
import { METRICS } from '../attribution/metrics.ts';
import { Closed, component, Id, Nullable } from '../http/schemas.ts';
import { entity, flag, internal, lifecycleFields, number, shown, text } from '../records/entity.ts';
import { LENGTHS, optional, optionalFlag, required } from '../records/writing.ts';

/** Largest number of items of a board: each item is a report of its own. */
export const MAX_BOARD_ITEMS = 20;
const KINDS = ['chart', 'table', 'figure'] as const;

const item = {
  view_id: Id('The saved view of a report'),
  kind: Type.String({ description: `What of the report is shown: ${KINDS.join(', ')}` }),
  metric: Nullable(Type.String({ description: 'Metric of a figure; null: the first one of the report' })),
  wide: Type.Boolean({ description: 'Whether the item takes the full width' }),
};
export const ReportBoardItem = component('ReportBoardItem', Type.Object(item));
export const ReportBoardItemForm = component(
  'ReportBoardItemForm',
  Closed({
    ...item,
    kind: Type.Unsafe<string>({ ...item.kind, enum: [...KINDS] }),
    metric: Type.Optional(Type.Unsafe<string | null>({ ...item.metric, enum: [...METRICS, null] })),
    wide: Type.Optional({ ...item.wide, default: false }),
  }),
);

interface SentItem {
  readonly view_id: number;
  readonly kind: string;
  readonly metric?: string | null;
  readonly wide?: boolean;
}

/** Stores an item with all its fields. */
const storeItems = (items: unknown): unknown =>
  (items as readonly SentItem[]).map(({ view_id, kind, metric = null, wide = false }) => ({
    view_id,
    kind,
    metric,
    wide,
  }));

/** Entity of boards: saved views of reports on one page. */
export const reportBoards = entity({
  name: 'reportBoards',
  one: 'reportBoard',
  path: 'report_boards',
  component: 'ReportBoard',
  label: 'name',
  description:
    'Boards: pages of saved views of reports; those of the user, and those shared with the company.',
  keyScope: 'none',
  searched: ['name'],
  fields: {
    user_id: number('User who owns the board'),
    user_name: internal(text('Name of the owner')),
    name: required(text('Name of the board'), { maxLength: LENGTHS.name }),
    items: optional(
      shown(Type.Array(ReportBoardItem.ref, { description: 'Items in their order' })),
      [],
      {},
      {
        schema: Type.Array(ReportBoardItemForm.ref, {
          maxItems: MAX_BOARD_ITEMS,
          description:
            'Items in their order; a new item needs a saved view of a report that the user may read',
        }),
        store: storeItems,
      },
    ),
    shared: optionalFlag(flag('Whether all users of the company can read the board')),
    ...lifecycleFields,
  },
  // The routes allow every signed-in user, and a guard checks each row (routes.ts).
  writing: { verb: 'put', create: 'settings', update: 'settings', remove: 'settings' },
});
