import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LENGTHS } from '../records/writing.ts';
import { API } from '../http/openapi.ts';
import { Closed, component, Id, Nullable, Time } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { listColumnChoices, saveColumnChoice } from '../store/postgres/entities/column-choices.ts';

const MAX_COLUMNS = 200;

const columnNames = (description: string) =>
  Nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: LENGTHS.code }), {
      maxItems: MAX_COLUMNS,
      description,
    }),
  );

const screen = Type.String({
  minLength: 1,
  maxLength: LENGTHS.code,
  description: 'List, log or report, for example ads, log_accesses or analysis_effect',
});
const hidden = columnNames('Hidden columns; null: the default of the screen');
const order = columnNames('Columns in display order; null: the default order of the screen');
const pinned = Nullable(
  Type.String({
    minLength: 1,
    maxLength: LENGTHS.code,
    description: 'Last column that is pinned; null: only the first column is pinned',
  }),
);

const ColumnChoice = component(
  'ColumnChoice',
  Type.Object({
    id: Id(),
    screen,
    hidden,
    order,
    pinned,
    last_used_at: Time(
      'Last time at which the screen was opened with this choice; the choice expires 30 days later',
    ),
  }),
);
const ColumnChoiceList = component(
  'ColumnChoiceList',
  Type.Object({ results: Type.Array(ColumnChoice.ref) }),
);
const ColumnChoiceForm = component(
  'ColumnChoiceForm',
  Closed({
    screen,
    hidden: Type.Optional(hidden),
    order: Type.Optional(order),
    pinned: Type.Optional(pinned),
  }),
);
const ColumnChoiceSaved = component(
  'ColumnChoiceSaved',
  Type.Object({ saved: Type.Boolean({ description: 'Always true' }) }),
);

/** Routes of the columns that the signed-in user chose on each screen; other users cannot read or change them. */
export const columnChoiceRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies }> = async (
  app,
  { parts: { db, clock } },
) => {
  for (const { schema } of [ColumnChoice, ColumnChoiceList, ColumnChoiceForm, ColumnChoiceSaved])
    app.addSchema(schema);

  app.get(
    `${API}/column_choices/`,
    {
      config: { access: 'person' },
      schema: {
        operationId: 'columnChoices',
        tags: ['views'],
        summary: 'Column choices of the user, by screen',
        response: { 200: ColumnChoiceList.ref },
      },
    },
    async ({ viewer }) => {
      const choices = await listColumnChoices(db, viewer, new Date(clock.now()));
      return {
        results: choices.map(({ lastUsedAt, ...choice }) => ({
          ...choice,
          last_used_at: lastUsedAt.toISOString(),
        })),
      };
    },
  );

  app.put(
    `${API}/column_choices/`,
    {
      config: { access: 'person' },
      schema: {
        operationId: 'saveColumnChoice',
        tags: ['views'],
        summary: 'Save the columns of a screen; omitted fields keep their values, and the expiry is reset',
        body: ColumnChoiceForm.ref,
        response: { 200: ColumnChoiceSaved.ref },
      },
    },
    async ({ viewer: { companyId, userId }, body }) => {
      await saveColumnChoice(db, { companyId, userId }, body, new Date(clock.now()));
      return { saved: true };
    },
  );
};
