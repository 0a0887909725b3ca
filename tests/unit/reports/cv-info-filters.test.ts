import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../server/http/filters.ts';
import type { Viewer } from '../../../server/http/visibility.ts';
import {
  COLUMNS,
  CV_INFO_FILTERS,
  isSiteColumn,
  selectConversions,
} from '../../../server/reports/analyses/cv-info/filters.ts';
import { orderingQuery, readSort } from '../../../server/reports/analyses/cv-info/sorting.ts';
import { CONVERSION_COLUMNS } from '../../../server/store/clickhouse/logs/event-columns.ts';
import { PATH_COLUMNS } from '../../../server/store/clickhouse/drilldown/path-columns.ts';
import { cvInfo, cvInfoWithoutSiteData } from '../../../src/resources/cv-info.ts';

const viewerWith = (cvLog: 'none' | 'read') =>
  ({ base: 'user', permissions: { cv_log: cvLog } }) as unknown as Viewer;
const READER = viewerWith('read');
const OTHER = viewerWith('none');
const LIMITED = new Set([4, 7]);

const condition = (field: string, op = 'exact', ...values: readonly (string | number)[]) =>
  ({ field, op, kind: typeof values[0] === 'number' ? 'integer' : 'text', values }) as Condition;
const REFUSED = expect.objectContaining({ code: 'no_permission_for_data' }) as unknown;

/** Answers what a function returns or throws. */
const outcomeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the conversions of CV information', () => {
  const which = (
    viewer: Viewer,
    visible: 'all' | ReadonlySet<number>,
    conditions: readonly Condition[],
    rest: { readonly shown?: 'all' | ReadonlySet<number>; readonly cvType?: number } = {},
  ) => {
    const { shown = 'all', cvType } = rest;
    return outcomeOf(() =>
      selectConversions(
        viewer,
        { shown, visible, conversions: conditions } as never,
        (cvType === undefined ? {} : { cvType }) as never,
      ),
    );
  };

  it('are selected by columns of conversions and of paths, each by itself', () => {
    const resid = condition('p_resid', 'exact', 'R-1');
    const contacts = condition('contacts', 'gt', 2);
    const amount = condition('amount', 'gte', 0);
    expect(which(READER, 'all', [resid, contacts, amount])).toEqual({
      cvType: null,
      adIds: null,
      conditions: [
        { column: CONVERSION_COLUMNS.args, condition: resid },
        { column: CONVERSION_COLUMNS.amount, condition: amount },
      ],
      paths: [{ column: PATH_COLUMNS.contacts, condition: contacts }],
      visibleAds: null,
    });
  });

  it('are filtered by every column of theirs and of their paths, each by its kind', () => {
    const texts = ['conversion_id', 'visitor_id', 'p_resid', 'p_userid', 'p_key1', 'p_key2', 'p_key3'];
    const integers = ['cv_type', 'cv_setting_id', 'contacts', 'first_ad_id', 'last_ad_id'];
    expect(CV_INFO_FILTERS).toEqual({
      ...Object.fromEntries(texts.map(field => [field, 'text'])),
      ...Object.fromEntries(integers.map(field => [field, 'integer'])),
      cv_time: 'time',
      amount: 'decimal',
      elapsed: 'decimal',
    });
  });

  it('have a type, and the ads that are shown', () => {
    const typeOf = (cvType: number) => which(READER, LIMITED, [], { cvType, shown: new Set([7]) });
    expect([0, 1].map(typeOf)).toEqual(
      [0, 1].map(cvType => ({ cvType, adIds: [7], conditions: [], paths: [], visibleAds: [4, 7] })),
    );
  });

  it.each(['p_resid', 'p_userid', 'p_key1', 'p_key2', 'p_key3'])(
    'are selected by %s only for readers of the CV log who see all ads',
    field => {
      const conditions = [condition('amount', 'gte', 0), condition(field, 'exact', 'x')];
      expect(which(READER, 'all', conditions)).toMatchObject({ conditions: { length: 2 } });
      for (const refused of [
        which(OTHER, 'all', conditions),
        which(READER, LIMITED, conditions),
        which(OTHER, LIMITED, conditions),
      ])
        expect(refused).toEqual(REFUSED);
    },
  );

  it.each(['first_ad_id', 'last_ad_id'])('are selected by a visible %s only', field => {
    expect(which(READER, LIMITED, [condition(field, 'in', 4, 5)])).toEqual(REFUSED);
    expect(which(READER, LIMITED, [condition(field, 'exact', 5)])).toEqual(REFUSED);
    expect(which(OTHER, LIMITED, [condition(field, 'in', 4, 7)])).toMatchObject({ paths: { length: 1 } });
    // The column has no hidden ad, so a comparison tells nothing of one.
    expect(which(OTHER, LIMITED, [condition(field, 'gt', 5)])).toMatchObject({ paths: { length: 1 } });
    expect(which(OTHER, LIMITED, [condition('contacts', 'exact', 5)])).toMatchObject({
      paths: { length: 1 },
    });
    expect(which(OTHER, 'all', [condition(field, 'exact', 5)])).toMatchObject({ paths: { length: 1 } });
  });
});

describe('the order of CV information', () => {
  /** Parameters of the queries for the ads by their names. */
  const queried: unknown[] = [];
  const where = (condition: SQL) => ({
    orderBy: async () => {
      queried.push(new PgDialect().sqlToQuery(condition).params);
      return [{ id: 9 }, { id: 4 }];
    },
  });
  const db = { select: () => ({ from: () => ({ where }) }) } as never;
  const sort = async (
    viewer: Viewer,
    visible: 'all' | ReadonlySet<number>,
    ordering?: string,
    after?: string,
  ) =>
    readSort({ db }, viewer, { companyId: 1, rules: { id: 2 }, visible } as never, {
      ...(ordering !== undefined && { ordering }),
      ...(after !== undefined && { after }),
    });

  it('is that of time, of a column of conversions, or of their paths', async () => {
    expect(await sort(READER, 'all')).toBeNull();
    const amount = { isOfPath: false, isMasked: false, params: { ids_by_name: [] }, after: null };
    expect(await sort(OTHER, LIMITED, 'amount')).toEqual({
      ...amount,
      column: CONVERSION_COLUMNS.amount,
      descending: false,
    });
    expect(await sort(OTHER, LIMITED, '-contacts')).toEqual({
      ...amount,
      column: PATH_COLUMNS.contacts,
      descending: true,
      isOfPath: true,
    });
  });

  it.each([
    ['first_ad_name', true],
    ['-last_ad_name', true],
    ['cv_setting_name', false],
  ])('is that of the names of the product’s ads or CV settings by %s', async (ordering, isOfPath) => {
    queried.length = 0;
    expect(await sort(OTHER, 'all', ordering)).toMatchObject({
      isOfPath,
      params: { ids_by_name: [9, 4] },
      descending: ordering.startsWith('-'),
    });
    expect(queried).toEqual([[1, 2]]);
    await sort(OTHER, 'all', 'amount');
    expect(queried).toHaveLength(1);
  });

  it('is that of every column of conversions, of four of paths, and of the CV setting, in both directions', () => {
    const { enum: fields } = orderingQuery as unknown as { readonly enum: readonly string[] };
    const ascending = fields.filter(field => !field.startsWith('-'));
    const computed = ['contacts', 'elapsed', 'first_ad_name', 'last_ad_name', 'cv_setting_name'];
    expect(ascending).toEqual([...Object.keys(COLUMNS), ...computed]);
    expect(fields).toEqual(ascending.flatMap(field => [field, `-${field}`]));
  });

  it('has paths without contacts last in both directions', async () => {
    const [ascending, descending] = [
      await sort(OTHER, 'all', 'elapsed'),
      await sort(OTHER, 'all', '-elapsed'),
    ];
    expect([ascending?.column.sql, descending?.column.sql]).toEqual([
      'if(empty(ad_ids), toInt64(1000000000000000), toInt64(elapsed))',
      'if(empty(ad_ids), toInt64(-1), toInt64(elapsed))',
    ]);
  });

  it.each(['p_resid', '-p_key3'])(
    'is that of %s for readers of the CV log only, masked for limited ones',
    async ordering => {
      expect(await sort(READER, 'all', ordering)).toMatchObject({ isMasked: false });
      expect(await sort(READER, LIMITED, ordering)).toMatchObject({ isMasked: true });
      await expect(sort(OTHER, 'all', ordering)).rejects.toEqual(REFUSED);
    },
  );

  it('goes on after a value of the column', async () => {
    const after = Buffer.from(JSON.stringify(['1500', 7, '9'])).toString('base64url');
    expect(await sort(OTHER, 'all', 'amount', after)).toMatchObject({
      after: { value: '1500', ms: 7, id: '9' },
    });
    const text = Buffer.from(JSON.stringify(['x', 7, '9'])).toString('base64url');
    await expect(sort(OTHER, 'all', 'amount', text)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('the console', () => {
  it('leaves out the columns of the site, which the server does not answer', () => {
    const fieldsOf = (log: typeof cvInfo) => log.columns.map(({ field }) => field);
    const left = fieldsOf(cvInfo).filter(field => !fieldsOf(cvInfoWithoutSiteData).includes(field));
    expect(left).toEqual(fieldsOf(cvInfo).filter(isSiteColumn));
    expect(left).not.toEqual([]);
    for (const { field } of cvInfoWithoutSiteData.filters)
      expect([field, isSiteColumn(field)]).toEqual([field, false]);
    expect(cvInfoWithoutSiteData.sorted?.filter(isSiteColumn)).toEqual([]);
  });
});
