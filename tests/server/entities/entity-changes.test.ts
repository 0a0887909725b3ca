import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft, Entity } from '../../../server/records/entity.ts';
import { boundsOf, faultByRule, formFields } from '../../support/entity-forms.ts';
import { ENTITIES, openEntitySuite, type EntitySuite } from '../../support/entity-suite.ts';
import type { Body } from '../../support/tenants.ts';

/**
 * Creating, changing, deleting and restoring rows of every entity, concurrently and by every kind of user,
 * and the audit log of these changes.
 */

let suite: EntitySuite;
beforeAll(async () => {
  suite = await openEntitySuite();
});
afterAll(() => suite.close());

const MADE = ENTITIES.filter(({ writing }) => writing?.create !== undefined);
const pathOf = (entity: Entity, row: Body) => `${entity.path}/${String(row['id'])}/`;
const read = async (entity: Entity, row: Body) => (await suite.ask('GET', pathOf(entity, row))).body;
const listed = async (entity: Entity, row: Body, more = '') =>
  (await suite.ask('GET', `${entity.path}/?id=${String(row['id'])}${more}`)).body.results.length;

interface Line {
  readonly action: string;
  readonly user_name: string;
  readonly ip_address: string;
  readonly fields: { field: string; before: string | null; after: string | null }[];
}
const linesOf = async (entity: Entity, row: Body) =>
  (await suite.ask('GET', `changes/?entity=${entity.name}&row_id=${String(row['id'])}`)).body
    .results as unknown as Line[];
const changesOf = (lines: readonly Line[]) =>
  lines.map(({ action, fields }) => [
    action,
    Object.fromEntries(fields.map(({ field, before, after }) => [field, [before, after]])),
  ]);

/** A field that can be changed by itself, with two valid values other than the form's. */
const another = (entity: Entity): { name: string; values: readonly unknown[] } => {
  const [found] = formFields(entity).flatMap(([name, schema]) => {
    if (entity.fields[name as keyof typeof entity.fields].write?.fixed === true) return [];
    const text =
      (schema as { type?: string }).type === 'string' && !('format' in schema) && !('enum' in schema);
    const values = text
      ? ['ほか', 'その他 é']
      : boundsOf(schema)
          .filter(
            ([value, fault]) =>
              fault === null &&
              value !== '' &&
              value !== suite.form(entity)[name] &&
              faultByRule(entity, name, value) === null,
          )
          .map(([value]) => value);
    return values.length >= 2 ? [{ name, values }] : [];
  });
  if (found === undefined) throw new Error(`${entity.name} has nothing to change`);
  return found;
};

describe.each(ENTITIES.map(entity => [entity.name, entity] as const))('%s', (_name, entity) => {
  const change = { name: '', values: [] as readonly unknown[] };
  beforeAll(() => {
    Object.assign(change, another(entity));
  });
  /** A new row, and its removal. An entity with unique values cannot have two such rows. */
  const fresh = async () => {
    const row = await suite.make(entity);
    return {
      row,
      leave: () =>
        entity.writing?.unique === undefined ? Promise.resolve() : suite.ask('DELETE', pathOf(entity, row)),
    };
  };

  it('stores a change with a line in the audit log', async () => {
    const { row, leave } = await fresh();
    const before = await linesOf(entity, row);
    const { status, body } = await suite.change(entity, row, { [change.name]: change.values[0] });
    expect([status, body[change.name]]).toEqual([200, change.values[0]]);
    expect(await read(entity, row)).toEqual(body);
    expect(Date.parse(String(body['updated_at']))).toBeGreaterThan(Date.parse(String(row['updated_at'])));
    const [line, ...older] = await linesOf(entity, row);
    expect([line?.user_name, line?.ip_address, older]).toEqual(['Zoë admin', '127.0.0.1', before]);
    expect(changesOf([line!])).toEqual([
      ['update', { [change.name]: [JSON.stringify(row[change.name]), JSON.stringify(change.values[0])] }],
    ]);
    const of = async (field: string) =>
      (
        await suite.ask(
          'GET',
          `changes/?entity=${entity.name}&row_id=${String(row['id'])}&changed_fields__contains=${encodeURIComponent(JSON.stringify(field))}`,
        )
      ).body.results[0];
    expect([await of(change.name), await of('nothing')]).toEqual([line, undefined]);
    // The same values again change nothing and write no line.
    expect((await suite.change(entity, body, {})).body).toEqual(body);
    expect((await linesOf(entity, row)).length).toBe(before.length + 1);
    await leave();
  });

  it('accepts one of several concurrent changes of a row, and stores nothing of the others', async () => {
    const { row: made, leave } = await fresh();
    // All tests share the company: it is first set to the values of its form, so that every writer changes
    // something.
    const row = (await suite.change(entity, made, { [change.name]: suite.form(entity)[change.name] })).body;
    const writers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => suite.change(entity, row, { [change.name]: change.values[n % 2] })),
    );
    expect(writers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const winner = writers.find(({ status }) => status === 200)!;
    expect(await read(entity, row)).toEqual(winner.body);
    expect(new Set(writers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['conflict']),
    );
    const late = await suite.change(entity, row, { [change.name]: change.values[1] });
    expect([late.status, await read(entity, row)]).toEqual([409, winner.body]);
    await leave();
  });

  it('can be changed by its own company only', async () => {
    const { row, leave } = await fresh();
    for (const [who, status] of [
      ['rival', 404],
      ['agency', 403],
    ] as const) {
      const changed = await suite.change(entity, row, { [change.name]: change.values[0] }, who);
      expect([who, changed.status]).toEqual([who, status]);
      if (entity.writing?.remove === undefined) continue;
      for (const [method, address, body] of [
        ['DELETE', pathOf(entity, row)],
        ['POST', `${entity.path}/remove/`, { ids: [row['id']] }],
        ['POST', `${entity.path}/restore/`, { ids: [row['id']] }],
      ] as const) {
        expect([who, address, (await suite.ask(method, address, body, who)).status]).toEqual([
          who,
          address,
          status,
        ]);
      }
    }
    expect(await read(entity, row)).toEqual(row);
    const scope = entity.writing?.update === 'settings' ? 200 : 403;
    expect((await suite.change(entity, row, {}, 'user')).status).toBe(scope);
    await leave();
  });
});

describe.each(MADE.map(entity => [entity.name, entity] as const))('rows of %s', (_name, entity) => {
  it('are marked as deleted and restored, once each, with a line in the audit log', async () => {
    const row = await suite.make(entity);
    for (let twice = 0; twice < 2; twice++)
      expect((await suite.ask('DELETE', pathOf(entity, row))).body).toEqual({ id: row['id'] });
    const deleted = await read(entity, row);
    expect([
      deleted['status'],
      await listed(entity, row),
      await listed(entity, row, '&show_deleted=true'),
    ]).toEqual([false, 0, 1]);
    // A deleted row cannot be changed. A writer with its earlier version gets a conflict.
    expect((await suite.change(entity, deleted, {})).status).toBe(404);
    expect((await suite.change(entity, row, {})).status).toBe(409);
    for (let twice = 0; twice < 2; twice++)
      expect((await suite.ask('POST', `${entity.path}/restore/`, { ids: [row['id']] })).body).toEqual({
        ids: [row['id']],
      });
    expect({ ...(await read(entity, row)), updated_at: '' }).toEqual({ ...row, updated_at: '' });
    const lines = await linesOf(entity, row);
    expect(lines.map(({ action }) => action)).toEqual(['restore', 'remove', 'create']);
    expect(changesOf(lines.slice(0, 2))).toEqual([
      ['restore', { status: ['false', 'true'] }],
      ['remove', { status: ['true', 'false'] }],
    ]);
    expect(Object.keys(changesOf(lines)[2]![1] as object).toSorted()).toEqual(
      formFields(entity)
        .map(([name]) => name)
        .toSorted(),
    );
    await suite.ask('DELETE', pathOf(entity, row));
  });

  it('are deleted in one request all or not at all', async () => {
    const pages = ['cv', 'lpo', 'term'];
    const rows = await Promise.all(
      pages.map(analyze_page =>
        suite.make(entity, entity.name === 'analyzeSettings' ? { analyze_page } : {}),
      ),
    );
    const ids = rows.map(row => row['id']);
    const alive = async () =>
      (await Promise.all(rows.map(row => read(entity, row)))).map(row => row['status']);
    const [foreign] = (await suite.ask('GET', `${entity.path}/`, undefined, 'rival')).body.results;
    for (const stranger of [2_000_000_000, foreign?.['id']]) {
      expect((await suite.ask('POST', `${entity.path}/remove/`, { ids: [...ids, stranger] })).status).toBe(
        404,
      );
      expect(await alive()).toEqual([true, true, true]);
    }
    expect((await suite.ask('POST', `${entity.path}/remove/`, { ids })).body).toEqual({ ids });
    expect(await alive()).toEqual([false, false, false]);
    expect((await suite.ask('POST', `${entity.path}/restore/`, { ids: ids.slice(1) })).body).toEqual({
      ids: ids.slice(1),
    });
    expect(await alive()).toEqual([false, true, true]);
    for (const [list, fault] of [
      [[], 'choose_one'],
      [[ids[0], ids[0]], 'duplicate'],
      [Array.from({ length: 1001 }, (_, n) => n + 1), 'too_many'],
    ] as const) {
      expect((await suite.ask('POST', `${entity.path}/remove/`, { ids: list })).body.fields).toEqual({
        ids: [fault],
      });
    }
    await suite.ask('POST', `${entity.path}/remove/`, { ids });
  });

  it('cannot refer to rows of another company or product, deleted rows or missing rows', async () => {
    const { tenant, rival } = suite;
    const references = Object.entries<{ to: string } | undefined>(entity.writing?.references ?? {}).filter(
      ([field]) => field !== 'product_id',
    );
    for (const [field, reference] of references) {
      const target = ENTITIES.find(({ name }) => name === reference?.to)!;
      const many = Array.isArray(suite.form(entity)[field]);
      const refused = async (id: unknown, over: Draft = {}) => {
        const { status, body } = await suite.ask('POST', `${entity.path}/`, {
          ...suite.form(entity),
          ...over,
          [field]: many ? [id] : id,
        });
        expect([entity.name, field, status, body.fields]).toEqual([
          entity.name,
          field,
          400,
          { [field]: ['absent'] },
        ]);
      };
      const foreign = (await suite.ask('GET', `${target.path}/`, undefined, 'rival')).body.results[0]!['id'];
      await refused(foreign);
      await refused(2_000_000_000);
      if ('product_id' in target.fields)
        await refused(
          (await suite.ask('GET', `${target.path}/?product_id=${tenant.shelves[1].product}`)).body
            .results[0]!['id'],
        );
      const kind = (reference as { where?: Draft }).where ?? {};
      const own = await suite.make(target, kind);
      const row = await suite.make(entity, { [field]: many ? [own['id']] : own['id'] });
      await suite.ask('DELETE', pathOf(target, own));
      await refused(own['id']);
      // A reference to a row that was deleted later remains valid.
      expect(
        (await suite.change(entity, row, { [another(entity).name]: another(entity).values[1] })).status,
      ).toBe(200);
    }
    if (!('product_id' in entity.fields)) return;
    for (const product_id of [rival.shelves[0].product, 2_000_000_000]) {
      const { status, body } = await suite.ask('POST', `${entity.path}/`, {
        ...suite.form(entity),
        product_id,
      });
      expect([status, body.code]).toEqual([403, 'no_permission_for_data']);
    }
    const row = await suite.make(entity);
    expect((await suite.change(entity, row, { product_id: tenant.shelves[1].product })).body.fields).toEqual({
      product_id: ['fixed'],
    });
    await suite.ask('DELETE', pathOf(entity, row));
  });
});
