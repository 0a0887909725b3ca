import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft, Entity } from '../../../server/records/entity.ts';
import { boundsOf, faultByRule, formFields } from '../../support/entity-forms.ts';
import { ENTITIES, openEntitySuite, type EntitySuite } from '../../support/entity-suite.ts';

/** The fields of every entity at and beyond their bounds, which are derived from the schemas. */

let suite: EntitySuite;
beforeAll(async () => {
  suite = await openEntitySuite();
});
afterAll(() => suite.close());

/** Submits a form and deletes the created row, so that unique values remain free. */
const submit = async (entity: Entity, over: Draft) => {
  if (entity.writing?.create === undefined)
    return suite.change(entity, await suite.make(entity), { ...suite.form(entity), ...over });
  const answer = await suite.ask('POST', `${entity.path}/`, { ...suite.form(entity), ...over });
  if (answer.status === 201 && entity.writing.unique !== undefined)
    await suite.ask('DELETE', `${entity.path}/${String(answer.body['id'])}/`);
  return answer;
};
/** All faults of a field and of its nested values. */
const faultsOf = (fields: Readonly<Record<string, readonly string[]>> = {}, name: string) =>
  Object.entries(fields).flatMap(([field, faults]) =>
    field === name || field.startsWith(`${name}.`) ? faults : [],
  );
/** A value without the nulls that the store or the answer adds for omitted names. */
const lean = (value: unknown): unknown =>
  JSON.parse(JSON.stringify([value], (_key, inner: unknown) => (inner === null ? undefined : inner)));

describe.each(ENTITIES.map(entity => [entity.name, entity] as const))('the form of %s', (_name, entity) => {
  it('has every field, and its values are read back', async () => {
    const form = suite.form(entity);
    expect(Object.keys(form).toSorted()).toEqual(
      formFields(entity)
        .map(([name]) => name)
        .toSorted(),
    );
    const { status, body } = await submit(entity, {});
    expect([status < 300, body.fields]).toEqual([true, undefined]);
    for (const [name, value] of Object.entries(form))
      expect([name, lean(body[name] ?? null)]).toEqual([name, lean(value)]);
  });

  it('accepts each field at its bounds, and refuses values beyond them with a reason', async () => {
    for (const [name, schema] of formFields(entity)) {
      for (const [value, bound] of boundsOf(schema)) {
        const fault = bound ?? faultByRule(entity, name, value);
        // A list of allowed addresses must include the address of the writer.
        const saying =
          name === 'login_allowed_ips' && fault === null && Array.isArray(value) && value.length > 0
            ? [...value.slice(1), '127.0.0.1']
            : value;
        const { status, body } = await submit(entity, { [name]: saying });
        const found = faultsOf(body.fields, name);
        const shown = `${entity.name}.${name} = ${JSON.stringify(saying)?.slice(0, 80)}: ${JSON.stringify(body).slice(0, 200)}`;
        if (fault === null) expect(status < 300, shown).toBe(true);
        else expect([status, found.includes(fault)], `${shown}, not ${fault}`).toEqual([400, true]);
        // An invalid number has one fault, with the code of its field.
        if (['cv_cost', 'click_cost', 'ad_fee'].includes(name) && fault === name)
          expect(found, shown).toEqual([name]);
      }
    }
  });

  it('requires its required fields only', async () => {
    if (entity.writing?.create === undefined) return;
    for (const [name, { write }] of Object.entries(entity.fields)) {
      if (write === undefined) continue;
      const { [name]: _left, ...rest } = suite.form(entity);
      const { status, body } = await suite.ask('POST', `${entity.path}/`, rest);
      if (write.required) expect([name, status, body.fields[name]]).toEqual([name, 400, ['required']]);
      if (status === 201 && entity.writing.unique !== undefined)
        await suite.ask('DELETE', `${entity.path}/${String(body['id'])}/`);
    }
  });

  it('refuses fields that it does not have: id, company, times, names of other rows', async () => {
    const foreign = [
      'id',
      'company_id',
      'companyId',
      'status',
      'created_at',
      'label',
      'constructor',
      'password',
      ...Object.entries(entity.fields).flatMap(([name, { write }]) =>
        write === undefined && name !== 'updated_at' ? [name] : [],
      ),
    ];
    for (const name of foreign) {
      const { status, body } = await submit(entity, { [name]: suite.rival.id });
      expect([name, status, body.fields?.[name]]).toEqual([name, 400, ['unknown_field']]);
    }
  });
});

describe('a text', () => {
  const HOSTILE = [
    '日本語の広告「夏」',
    '🎯👩‍👩‍👧‍👦',
    'שלום عالم',
    '=1+1',
    '@SUM(A1)',
    "+cmd|' /C calc'!A0",
    '"quoted", \'single\' \\ back',
    '<script>alert(1)</script>',
    "'; drop table ad; --",
    'é',
    'e\u0301',
    '\u202Ertl',
    'tab\there',
    'line\r\nbreak',
    '  spaced  ',
    '\uFEFFbom',
    '%00',
    '\u0001',
    '${x} {{y}}',
    'null',
    '__proto__',
  ];
  const text = fc
    .oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    )
    .filter(found => !/[\0\p{Surrogate}]/u.test(found) && found.trim() !== '' && [...found].length <= 100);
  // Patterns of pages and elements are excluded: values that cannot match are refused.
  const MATCHED = new Set(['cv_page_url', 'button_selector']);
  const FREE = ENTITIES.flatMap(entity => {
    const free = formFields(entity).flatMap(([name, schema]) =>
      MATCHED.has(name) ||
      'format' in schema ||
      'pattern' in schema ||
      'enum' in schema ||
      (schema as { type?: string }).type !== 'string'
        ? []
        : [name],
    );
    return free.length === 0 ? [] : [{ entity, free }];
  });

  it('in a free field is returned byte for byte and found by a filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FREE),
        fc.array(text, { minLength: 40, maxLength: 40 }),
        async ({ entity, free }, texts) => {
          const over = Object.fromEntries(free.map((name, at) => [name, texts[at % texts.length]!]));
          const { status, body } = await submit(entity, over);
          expect([entity.name, status < 300, body.fields]).toEqual([entity.name, true, undefined]);
          for (const name of free) expect(body[name]).toBe(over[name]);
          const [first = ''] = free;
          const where = encodeURIComponent(
            new URLSearchParams([
              ['id', String(body['id'])],
              [first, over[first]!],
            ]).toString(),
          );
          expect(
            (await suite.ask('GET', `${entity.path}/?show_deleted=true&where=${where}`)).body.count,
          ).toBe(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of ten kilobytes is accepted for a tag, and refused elsewhere', async () => {
    const asps = ENTITIES.find(({ name }) => name === 'asps')!;
    const long = `<!-- ${'広告'.repeat(4_990)} -->`;
    expect(long.length).toBeLessThanOrEqual(10_000);
    expect((await submit(asps, { cv_tag: long })).body['cv_tag']).toBe(long);
    for (const { entity, free } of FREE) {
      for (const name of free.filter(field => !field.endsWith('tag'))) {
        const { status, body } = await submit(entity, { [name]: 'あ'.repeat(10_240) });
        expect([entity.name, name, status, body.fields[name]]).toEqual([
          entity.name,
          name,
          400,
          ['too_long'],
        ]);
      }
    }
  });

  it('that cannot be stored or is too large is refused without an error of the server', async () => {
    for (const { entity } of FREE) {
      const answer = await suite.app.inject({
        method: 'POST',
        url: `/api/v1/${entity.path}/`,
        headers: { 'content-type': 'application/json' },
        payload: '{"a":',
      });
      expect(answer.statusCode).toBeLessThan(500);
    }
    const ads = ENTITIES.find(({ name }) => name === 'ads')!;
    expect((await submit(ads, { ad_description: 'x'.repeat(300_000) })).status).toBe(413);
    expect(
      (await submit(ads, { parameters: JSON.parse('{"xclid":{"deep":{"deeper":[]}}}') as unknown })).body
        .fields,
    ).toEqual({ 'parameters.xclid': ['type'] });
  });
});
