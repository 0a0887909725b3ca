import { getTableColumns } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  IDENTIFIER_MASK,
  maskAddress,
  maskQuery,
  VISITOR_IDENTIFIERS,
} from '../../../server/http/visitor-identifiers.ts';
import { CV_INFO_FILTERS } from '../../../server/reports/analyses/cv-info/filters.ts';
import { CLICK_IDENTIFIERS, identifiersOf } from '../../../server/store/clickhouse/events/identifiers.ts';
import { RESULT_IDENTIFIERS } from '../../../server/store/postgres/privacy/result-identifiers.ts';
import { result } from '../../../server/store/postgres/schema/index.ts';

describe('queries without the values of a visitor', () => {
  it('have the mask for every column that an erasure or the end of the retention period empties', () => {
    const ofEvents = [...Object.values(identifiersOf([])), CLICK_IDENTIFIERS].flatMap(Object.keys);
    const columns = getTableColumns(result);
    const ofResults = RESULT_IDENTIFIERS.map(name => columns[name].name);
    const named = [...ofEvents, ...ofResults].map(column => (column === 'ip' ? 'ip_address' : column));
    expect(named.filter(field => !VISITOR_IDENTIFIERS.has(field))).toEqual([]);
    expect(Object.keys(CV_INFO_FILTERS).filter(field => VISITOR_IDENTIFIERS.has(field))).toEqual([
      'visitor_id',
      'p_resid',
      'p_userid',
      'p_key1',
      'p_key2',
      'p_key3',
    ]);
  });

  it('keep fields, operators, and values that refer to nobody', () => {
    expect(
      maskQuery({
        product_id: 1,
        visitor_id: '132',
        answer: 'é',
        visitor_id__in: ['132', '133'],
        access_url__contains: 'mail=a@b.example',
        device: 'mobile',
        columns: ['visitor_id', 'args'],
        ordering: '-visitor_id',
        search: 'HN-1197',
        where: 'args__startswith=HN-%E5%95%86&os=iOS&args=&amount__gte=1000',
      }),
    ).toEqual({
      product_id: 1,
      visitor_id: '********',
      answer: IDENTIFIER_MASK,
      visitor_id__in: IDENTIFIER_MASK,
      access_url__contains: IDENTIFIER_MASK,
      device: 'mobile',
      columns: ['visitor_id', 'args'],
      ordering: '-visitor_id',
      search: IDENTIFIER_MASK,
      where: `args__startswith=${IDENTIFIER_MASK}&os=iOS&args=&amount__gte=1000`,
    });
    const harmless = { where: 'ad_name__contains=%C3%A9t%c3%a9&device__in=mobile,tablet', search: '' };
    expect(maskQuery(harmless)).toEqual(harmless);
  });

  it('are made of addresses of the console too, whose conditions are encoded twice', () => {
    const conditions = encodeURIComponent('visitor_id=132&device=mobile');
    expect([
      maskAddress(`show=all&f=${conditions}&q=HN-1197`),
      maskAddress(`/analyze/attribution?axis=6&f=${conditions}`),
      maskAddress('/analyze/board/1'),
      maskAddress('axis=6&columns=label,cv'),
      maskAddress(''),
    ]).toEqual([
      `show=all&f=visitor_id%3D${IDENTIFIER_MASK}%26device%3Dmobile&q=${IDENTIFIER_MASK}`,
      `/analyze/attribution?axis=6&f=visitor_id%3D${IDENTIFIER_MASK}%26device%3Dmobile`,
      '/analyze/board/1',
      'axis=6&columns=label,cv',
      '',
    ]);
  });
});
