import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../http/openapi.ts';
import { pageComponent, pageOf, pagingQuery, readPaging } from '../http/paging.ts';
import { Closed, component, Id, Nullable, Time } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { pageChanges } from '../store/postgres/engine/audit-log.ts';

/** Route of the audit log (change history). */

const json = (description: string) => Nullable(Type.String({ description }));
const ChangedField = component(
  'ChangedField',
  Type.Object({
    field: Type.String(),
    before: json('Previous value as JSON; null: the row was created'),
    after: json('New value as JSON'),
  }),
);
const Change = component(
  'Change',
  Type.Object({
    id: Type.Number({ description: 'ID of the entry' }),
    entity: Type.String({ description: 'Name of the list that contains the row, for example ads' }),
    row_id: Id(),
    action: Type.String({ description: 'Kind of change: create, update, remove or restore' }),
    user_id: Nullable(Id('User who made the change; null: a scheduled import')),
    user_name: Nullable(Type.String({ description: 'Current name of the user' })),
    ip_address: Type.String({ description: 'IP address of the request' }),
    changed_at: Time('Time of the change'),
    fields: Type.Array(ChangedField.ref),
  }),
);
const ChangePage = pageComponent('Change', Change.ref);

const { page, page_size, pageNo, pageSize } = pagingQuery;
const ChangeQuery = Closed({
  page,
  page_size,
  pageNo,
  pageSize,
  entity: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'Only changes of this list, for example ads or cvSettings',
    }),
  ),
  row_id: Type.Optional(Id('Only changes of the row with this ID; requires entity')),
  field: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only changes of this field' }),
  ),
});

const written = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export const changeRoutes: FastifyPluginAsyncTypebox<{ parts: Pick<Dependencies, 'db'> }> = async (
  app,
  { parts },
) => {
  for (const { schema } of [ChangedField, Change, ChangePage]) app.addSchema(schema);
  app.get(
    `${API}/changes/`,
    {
      config: { access: { write: 'administration' } },
      schema: {
        operationId: 'changes',
        tags: ['changes'],
        summary: 'Change history, newest first; for administrators',
        querystring: ChangeQuery,
        response: { 200: ChangePage.ref },
      },
    },
    async ({ viewer, query }) => {
      const paging = readPaging(query, new Set());
      const { count, rows } = await pageChanges(parts.db, viewer.companyId, {
        entity: query.entity,
        rowId: query.row_id,
        field: query.field,
        page: paging.page,
        size: paging.size,
      });
      return pageOf(
        paging,
        count,
        rows.map(row => ({
          id: row.id,
          entity: row.entity,
          row_id: row.rowId,
          action: row.action,
          user_id: row.userId,
          user_name: row.userName,
          ip_address: row.ipAddress,
          changed_at: row.changedAt.toISOString(),
          fields: Object.keys(row.after).map(field => ({
            field,
            before: written(row.before?.[field]),
            after: written(row.after[field]),
          })),
        })),
      );
    },
  );
};
