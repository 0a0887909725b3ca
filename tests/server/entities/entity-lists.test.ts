import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft, Entity, Field } from '../../../server/records/entity.ts';
import { OPERATORS, type Kind, type Operator } from '../../../server/http/filters.ts';
import { boundsOf, faultByRule, formFields } from '../../support/entity-forms.ts';
import { ENTITIES, openEntitySuite, type EntitySuite } from '../../support/entity-suite.ts';
import { FILTER_SAMPLES, matches } from '../../support/naive-filter.ts';
import type { Body } from '../../support/tenants.ts';

/**
 * The lists of every entity: filters by each operator of each field, sorting, both notations of paging, and
 * search, compared with plain TypeScript over all rows.
 */

let suite: EntitySuite;
const rows: Record<string, Body[]> = {};
const MADE = 9;
const NAMES = ['Ａｄ Ⅳ', '広告ﾃｽﾄ', 'tea & "milk"', '100%', 'É=+', '🎯', 'a_b\\', 'Ad 4', 'zz'];

/** Patterns of pages and elements must be valid. */
const PAGES = [
  '/thanks',
  'shop.example/完了',
  '/a*',
  '/THANKS',
  '/é',
  'shop.example',
  '/cart?x=1',
  '/a_b',
  '/zz',
];
const SELECTORS = ['#buy', '.buy', 'button', '[data-x="é"]', 'a > b', '#Buy', '.ad-4', 'p:first-child', 'zz'];
const MATCHED: Readonly<Record<string, readonly string[]>> = {
  cv_page_url: PAGES,
  route_page_url: PAGES,
  button_selector: SELECTORS,
};

const fieldsOf = ({ fields }: Entity): Readonly<Record<string, Field>> => fields;

/** Another valid value for a field, different for each row. */
const varied = (entity: Entity, n: number): Draft =>
  Object.fromEntries(
    formFields(entity).flatMap(([name, schema], at) => {
      // A secret has a fixed pattern and keeps the form's value.
      if ('pattern' in schema) return [];
      const free =
        !('format' in schema) && !('enum' in schema) && (schema as { type?: string }).type === 'string';
      const texts = MATCHED[name] ?? NAMES;
      if (free) return [[name, texts[(n + at) % texts.length]!]];
      const right = boundsOf(schema).filter(
        ([value, fault]) =>
          fault === null &&
          value !== '' &&
          String(value).length <= 200 &&
          faultByRule(entity, name, value) === null,
      );
      // Lists and objects have no filters, and rules over several fields need the form unchanged.
      const still =
        fieldsOf(entity)[name]?.kind === null ||
        ['product_id', 'analyze_page', 'period_to'].includes(name) ||
        right.length === 0;
      return still ? [] : [[name, right[(n + at) % right.length]![0]]];
    }),
  );

beforeAll(async () => {
  suite = await openEntitySuite();
  for (const entity of ENTITIES) {
    const pages = [
      'ad_statistics',
      'allocation',
      'attribution',
      'cv',
      'lpo',
      'term',
      'item_1',
      'item_2',
      'item_3',
    ];
    if (entity.writing?.create !== undefined) {
      for (let n = 0; n < MADE; n++) {
        const row = await suite.make(entity, {
          ...varied(entity, n),
          ...(entity.name === 'analyzeSettings' && { analyze_page: pages[n], metrics: ['cv'] }),
        });
        if (n % 4 === 3) await suite.ask('DELETE', `${entity.path}/${String(row['id'])}/`);
      }
    }
    rows[entity.name] = (
      await suite.ask('GET', `${entity.path}/?page_size=9999&show_deleted=true&ordering=id`)
    ).body.results as unknown as Body[];
  }
});
afterAll(() => suite.close());

const idsOf = (found: readonly unknown[]) => found.map(row => (row as Body)['id']);
const list = async (entity: Entity, query: Readonly<Record<string, string>>) => {
  const { status, body } = await suite.ask('GET', `${entity.path}/?${new URLSearchParams(query)}`);
  expect([entity.name, query, status, body.fields]).toEqual([entity.name, query, 200, undefined]);
  return body;
};
/** A part of a text by which the operator finds the text. */
const operandOf = (op: Operator, text: string): string => {
  if (op === 'contains') return [...text].slice(1, 3).join('');
  return op === 'startswith' ? [...text].slice(0, 2).join('').toUpperCase() : text;
};
const ALL = { page_size: '9999', show_deleted: 'true', ordering: 'id' };

describe.each(ENTITIES.map(entity => [entity.name, entity] as const))('the list of %s', (name, entity) => {
  const kinds = Object.entries<Field>(entity.fields).flatMap(([field, { kind }]): [string, Kind][] =>
    kind === null ? [] : [[field, kind]],
  );

  it('filters by each operator of each field like a naive filter, in both notations', async () => {
    const all = rows[name]!;
    let queryCount = 0;
    for (const [field, kind] of [...kinds, ['id', 'integer'] as const]) {
      const known = [...new Set(all.map(row => row[field]).filter(value => value !== null && value !== ''))];
      for (const op of OPERATORS[kind] as readonly Operator[]) {
        const value = known.length === 0 ? FILTER_SAMPLES[kind] : String(known[queryCount % known.length]);
        const part = kind === 'text' ? operandOf(op, value) : value;
        // Commas separate the values of a list.
        const values =
          op === 'in' ? [part, String(known.at(-1) ?? part)].filter(text => !text.includes(',')) : [part];
        if (values.length === 0) continue;
        const filter = { [op === 'exact' ? field : `${field}__${op}`]: values.join(',') };
        const found = await list(
          entity,
          queryCount++ % 2 === 0
            ? { ...ALL, ...filter }
            : { ...ALL, where: new URLSearchParams(filter).toString() },
        );
        const expected = all.filter(row => matches(kind, op, row[field], values));
        expect([filter, idsOf(found.results)]).toEqual([filter, idsOf(expected)]);
      }
    }
  });

  it('sorts by each field in both directions', async () => {
    for (const [field, kind] of kinds) {
      const [up, down] = [
        await list(entity, { ...ALL, ordering: field }),
        await list(entity, { ...ALL, ordering: `-${field}` }),
      ];
      expect(idsOf(up.results).toSorted()).toEqual(idsOf(rows[name]!).toSorted());
      const values = up.results.map(row => row[field]);
      // Ties are ordered by id; null comes last.
      expect([field, values]).toEqual([
        field,
        down.results
          .map(row => row[field])
          .toReversed()
          .toSorted((a, b) => Number(a === null) - Number(b === null)),
      ]);
      if (kind === 'integer' || kind === 'decimal')
        expect(values).toEqual(
          values.toSorted((a, b) => Number(a === null) - Number(b === null) || Number(a) - Number(b)),
        );
    }
  });

  it('pages in both notations with each row on one page', async () => {
    const all = idsOf(rows[name]!);
    for (const [page, size, total] of [
      ['page', 'page_size', 'count'],
      ['pageNo', 'pageSize', 'total'],
    ] as const) {
      const seen: unknown[] = [];
      for (let n = 1; n <= Math.ceil(all.length / 4); n++) {
        const body = await list(entity, {
          show_deleted: 'true',
          ordering: '-status',
          [page]: String(n),
          [size]: '4',
        });
        expect([body[total], body[page], body[size]]).toEqual([all.length, n, 4]);
        seen.push(...idsOf(body.results));
      }
      expect(seen.toSorted()).toEqual(all.toSorted());
    }
  });

  it('shows deleted rows on request only', async () => {
    const alive = rows[name]!.filter(row => row['status'] === true);
    expect(idsOf((await list(entity, { page_size: '9999', ordering: 'id' })).results)).toEqual(idsOf(alive));
    expect((await list(entity, { where: 'status=false' })).count).toBe(rows[name]!.length - alive.length);
  });

  it('is searched word by word in any case and width', async () => {
    const plain = (value: unknown) =>
      String(value ?? '')
        .normalize('NFKC')
        .toLowerCase();
    const naive = (words: readonly string[]) =>
      rows[name]!.filter(row =>
        words.every(word => entity.searched.some(field => plain(row[field]).includes(plain(word)))),
      );
    const some = plain(rows[name]![0]![entity.label]).split(/\s+/);
    for (const words of [
      some,
      ['ad', '4'],
      ['ＡＤ', 'ⅳ'],
      ['テスト'],
      ['%'],
      ['_'],
      ['\\'],
      ['"MILK"', 'tea'],
      ['nothing-of-the-kind'],
      [String(rows[name]![0]!['id'])],
    ]) {
      const found = await list(entity, { ...ALL, search: ` ${words.join('\u3000')} ` });
      expect([words, idsOf(found.results)]).toEqual([words, idsOf(naive(words))]);
    }
  });
});

describe('the parameter where', () => {
  const faults = async (where: string) => {
    const { status, body } = await suite.ask('GET', `ads/?where=${encodeURIComponent(where)}`);
    return [status, body.fields];
  };

  it('combines several conditions, also of one field', async () => {
    const [ads] = [ENTITIES.find(({ name }) => name === 'ads')!];
    const found = await list(ads, { ...ALL, where: 'id__gt=1&id__gt=3&name__contains=a&name__contains=d' });
    const expected = rows['ads']!.filter(
      row =>
        Number(row['id']) > 3 &&
        matches('text', 'contains', row['name'], ['a']) &&
        matches('text', 'contains', row['name'], ['d']),
    );
    expect(idsOf(found.results)).toEqual(idsOf(expected));
  });

  it('names the faults of each condition', async () => {
    expect(
      await faults(
        'name__like=x&nothing=1&page=2&click_cost=much&id=1.5&period_from__after=soon&direct_link=perhaps&lpo_entries=x&constructor=1',
      ),
    ).toEqual([
      400,
      {
        name__like: ['unknown_operator'],
        nothing: ['unknown_field'],
        page: ['unknown_field'],
        click_cost: ['type'],
        id: ['integer'],
        period_from__after: ['format_date'],
        direct_link: ['type'],
        lpo_entries: ['unknown_field'],
        constructor: ['unknown_field'],
      },
    ]);
    expect(await faults('name=%00')).toEqual([400, { name: ['text'] }]);
    expect(await faults(`id__in=${Array.from({ length: 1001 }, () => '1').join(',')}`)).toEqual([
      400,
      { id__in: ['too_many'] },
    ]);
    expect(await faults(Array.from({ length: 51 }, () => 'id=1').join('&'))).toEqual([
      400,
      { where: ['too_many'] },
    ]);
    expect(await faults('x'.repeat(8001))).toEqual([400, { where: ['too_long'] }]);
    expect((await suite.ask('GET', `ads/?search=${'a+'.repeat(11)}`)).body.fields).toEqual({
      search: ['too_many'],
    });
  });

  it('cannot reveal hidden values by filters', async () => {
    const readAsAgency = async (address: string) =>
      (await suite.ask('GET', address, undefined, 'agency')).body;
    expect((await readAsAgency('asps/?where=webhook_url__contains%3Dsecret')).fields).toEqual({
      webhook_url: ['unknown_field'],
    });
    expect((await readAsAgency('agencies/?search=secret')).count).toBe(0);
    expect((await readAsAgency(`ads/?where=product_id%3D${suite.tenant.shelves[1].product}`)).code).toBe(
      'no_permission_for_data',
    );
    expect((await readAsAgency('sync_settings/')).count).toBe(0);
    const [company] = (await readAsAgency('companies/')).results;
    expect([company?.['company_code'], company?.['login_allowed_ips'], company?.['contact_mail']]).toEqual([
      'acme',
      null,
      null,
    ]);
  });

  it('passes unchanged through the GraphQL gateway', async () => {
    const { access } = (
      await suite.app.inject({
        method: 'POST',
        url: '/api/v1/auth/signin/',
        payload: { company_id: 'acme', email: suite.tenant.emails.admin, password: 'pässwörd 合言葉 🎯' },
      })
    ).json<{ access: string }>();
    const where = new URLSearchParams({ name: 'tea & "milk"' }).toString();
    const answer = await suite.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${access}` },
      payload: {
        query:
          'query Ads($where: String, $search: String) { page: ads(where: $where, search: $search, show_deleted: true) { count results { name } } }',
        variables: { where, search: 'ＭＩＬＫ &' },
      },
    });
    const expected = rows['ads']!.filter(row => row['name'] === 'tea & "milk"').length;
    expect([expected > 0, answer.json<{ data: { page: { count: number } } }>().data.page.count]).toEqual([
      true,
      expected,
    ]);
  });
});
