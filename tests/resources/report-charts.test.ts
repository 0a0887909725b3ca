import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customAnalysis } from '../../src/analyses/custom.ts';
import { flowOption } from '../../src/components/chart/flow-option.ts';
import { legendRows, optionOf } from '../../src/components/chart/option.ts';
import { fileName, withHeading } from '../../src/components/chart/picture.ts';
import { breakLines, labelLines, widthOf } from '../../src/components/chart/text-lines.ts';
import { linesOf, tableOf, type ChartShape } from '../../src/components/chart/shape.ts';
import { flowOf } from '../../src/screens/analysis/views/path-shapes.ts';
import { goesOn } from '../../src/screens/analysis/report/figures.ts';
import ja from '../../src/messages/ja.json' with { type: 'json' };

const say = (id: string) => (ja as Readonly<Record<string, string>>)[id] ?? `?${id}`;

test('a line chart draws an unfinished period as a separate dashed segment, and its table marks the period', () => {
  const shape: ChartShape = {
    kind: 'line',
    title: 'x',
    axis: 'day',
    categories: ['1', '2', '3'],
    format: 'count',
    unfinished: true,
    series: [
      { name: 'CV', values: [4, 5, 1] },
      { name: 'before', values: [1, 2, 3], faint: true },
    ],
  };
  expect(linesOf(shape).map(({ series, tail, values }) => [series, tail, values])).toEqual([
    [0, false, [4, 5, null]],
    [1, false, [1, 2, 3]],
    [0, true, [null, 5, 1]],
  ]);
  expect(
    tableOf(shape).rows.map(({ unfinished, cells }) => [
      unfinished ?? false,
      cells.map(({ value }) => value),
    ]),
  ).toEqual([
    [false, [4, 1]],
    [false, [5, 2]],
    [true, [1, 3]],
  ]);
  for (const finished of [
    { ...shape, unfinished: false },
    { ...shape, categories: ['1'], series: [{ name: 'CV', values: [4] }] },
  ])
    expect(linesOf(finished).map(({ values }) => values)).toEqual(
      finished.series.map(({ values }) => values),
    );
  const begun = { ...shape, begun: 2, series: [{ name: 'CV', values: [4, 5, null] }] };
  expect(linesOf(begun).map(({ values }) => values)).toEqual([
    [4, null, null],
    [4, 5, null],
  ]);
  expect(tableOf(begun).rows.map(({ unfinished }) => unfinished ?? false)).toEqual([false, true, false]);
  const today = '2026-11-22';
  expect(
    (['month', 'week', 'day'] as const).map(step =>
      ['2026-11-01', '2026-11-15', '2026-11-16', '2026-11-21', today, '2026-11-23'].filter(key =>
        goesOn(key, step, today),
      ),
    ),
  ).toEqual([
    ['2026-11-01', '2026-11-15', '2026-11-16', '2026-11-21', today, '2026-11-23'],
    ['2026-11-16', '2026-11-21', today],
    [today],
  ]);
});

describe('the flow chart of contacts', () => {
  const link = (step: number, from: string, to: string, cv: number) => ({
    step,
    from,
    to,
    cv,
    amount_sum: 0,
  });
  const report = {
    nodes: [
      { key: '1', label: '日傘' },
      { key: 'others', label: '' },
      { key: 'none', label: '' },
    ],
    links: [
      link(1, '1', '1', 3),
      link(2, '1', 'conversion', 3),
      link(1, 'others', 'conversion', 5),
      link(1, 'none', '1', 0),
    ],
    totals: { cv: 100 },
  };
  const flow = flowOf(report, say);
  test('leaves out links below a share of all conversions, and the nodes that only they join', () => {
    expect(flowOf(report, say, 3).links.length).toBe(3);
    expect(flowOf(report, say, 5).nodes.map(({ id }) => id)).toEqual(['1:others', 'conversion']);
    expect(flowOf(report, say, 6)).toMatchObject({ nodes: [], links: [] });
  });
  test('a click on a node fades what is on no path through it', () => {
    const fadedFor = (isolated: string | null) => {
      const { series } = flowOption(flow, {
        look: { series: ['#111'], text: '#222', quiet: '#333', ground: '#fff', font: '' } as never,
        still: true,
        narrow: false,
        width: 800,
        formatValue: String,
        description: '',
        isolated,
      }) as unknown as {
        readonly series: readonly [
          {
            readonly data: readonly {
              readonly name: string;
              readonly itemStyle: { readonly opacity: number };
            }[];
            readonly links: readonly {
              readonly source: string;
              readonly lineStyle: { readonly opacity: number };
            }[];
          },
        ];
      };
      const [{ data, links }] = series;
      return [
        data.flatMap(({ name, itemStyle }) => (itemStyle.opacity < 1 ? [name] : [])),
        links.flatMap(({ source, lineStyle }) => (lineStyle.opacity < 0.3 ? [source] : [])),
      ];
    };
    expect(fadedFor('2:1')).toEqual([['1:others'], ['1:others']]);
    expect(fadedFor('1:others')).toEqual([
      ['1:1', '2:1'],
      ['1:1', '2:1'],
    ]);
    for (const id of ['conversion', null, 'unknown']) expect(fadedFor(id)).toEqual([[], []]);
  });
  test('has a node for each step and row, and one conversion node after all', () => {
    expect(flow.nodes.map(({ id, name, step, faint }) => [id, name, step, faint ?? false])).toEqual([
      ['1:1', '日傘', 1, false],
      ['2:1', '日傘', 2, false],
      ['conversion', 'CV', 3, false],
      ['1:others', 'その他', 1, true],
    ]);
    expect(flow.links.map(({ from, to, value }) => `${from} ${to} ${value}`)).toEqual([
      '1:1 2:1 3',
      '2:1 conversion 3',
      '1:others conversion 5',
    ]);
  });
  test('has a table with a row for each link, the widest first', () =>
    expect(tableOf(flow).rows.map(({ cells }) => cells.map(({ text, value }) => text ?? value))).toEqual([
      ['その他', 'CV', 5],
      ['日傘', '日傘', 3],
      ['日傘', 'CV', 3],
    ]));
  test('has links to later steps only', () => {
    const at = new Map(flow.nodes.map(({ id, step }) => [id, step]));
    expect(flow.links.every(({ from, to }) => (at.get(from) ?? 0) < (at.get(to) ?? 0))).toBe(true);
  });
});

test('a saved chart image has a heading with escaped texts, and a file name that every system accepts', () => {
  expect(fileName({ title: 'CV・分配CV / 上位: 8*件?' }, 'png')).toBe('CV・分配CV 上位 8 件.png');
  const svg = withHeading(
    '<svg/>',
    { width: 100, height: 50 },
    { title: 'a<b', note: '"x" · 終わりまで', dashes: '集計中' },
    { ground: '#fff', ink: '#000', quiet: '#555', font: '"Noto Sans", serif' },
    text => text.length * 20,
  );
  expect(svg).toContain('a&#60;b');
  expect(svg).toContain('font-family="\'Noto Sans\', serif"');
  expect(/^<svg[^>]* width="140" height="\d+"/.test(svg)).toBe(true);
  expect([...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, line]) => line)).toEqual([
    'a&#60;b',
    '&#34;x&#34; ·',
    '終わりまで',
    '',
  ]);
  expect(svg).toContain('---</tspan> 集計中');
});

test('the heading of a saved chart image is wrapped to its width without losing a character', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', ' ', '広', '告', '・', '2026/11'), { maxLength: 30 })
    .map(parts => parts.join('').trim());
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (label, width) => {
      const lines = breakLines(label, width, part => part.length);
      expect(lines.join('').replaceAll(' ', '')).toBe(label.replaceAll(' ', ''));
      // A word longer than the width is not broken.
      expect(lines.every(line => line.length <= width || !/[\s広告・](?=.)/.test(line))).toBe(true);
    }),
  );
});

test('the label of a bar has three lines at most, keeps its end, and does not split a word', () => {
  expect(labelLines('検索広告「夏のセール」 #3', 104, 3)).toEqual(['検索広告「夏のセ', 'ール」 #3']);
  const name = fc
    .array(fc.constantFrom('a', 'é', ' ', '広', '告', '・', ' #3', ' Summer', '2026/11'), { maxLength: 40 })
    .map(parts => parts.join('').trim());
  fc.assert(
    fc.property(name, label => {
      const lines = labelLines(label, 104, 3);
      expect(lines.reduce((sum, line) => sum + Math.ceil(widthOf(line) / 104), 0)).toBeLessThanOrEqual(3);
      const ends = label.replaceAll(' ', '');
      expect(lines.join('').replaceAll(' ', '').endsWith(ends.slice(-3))).toBe(true);
      expect(lines.slice(1).some(line => line.startsWith('3'))).toBe(false);
    }),
  );
});

test('a custom analysis stacks no metric that another one of the stack contains', () => {
  const drawn = (chart: string, names: readonly string[]) =>
    customAnalysis('item_2', { metrics: [...names], axes: ['ad_category'], hidden: [], chart } as never).chart
      .items;
  const chosen = ['cv', 'indirect_cv', 'indirect_first', 'indirect_ratio', 'cv_division', 'cv_total_middle'];
  expect([drawn('stacked', chosen), drawn('bars', chosen), drawn('none', chosen)]).toEqual([
    [['cv', 'indirect_cv', 'cv_total_middle'], ['indirect_ratio']],
    [['cv', 'indirect_cv', 'indirect_first'], ['indirect_ratio'], ['cv_division', 'cv_total_middle']],
    [],
  ]);
});

test('a custom analysis draws metrics of different magnitudes in separate charts', () => {
  const drawn = (chart: string, names: readonly string[]) =>
    customAnalysis('item_1', { metrics: [...names], axes: ['asp'], hidden: [], chart } as never).chart.items;
  expect(
    drawn('bars', [
      'clicks',
      'cv',
      'cv_division',
      'ad_cost',
      'cpa',
      'roas',
      'cvr',
      'impressions',
      'attr_avg',
    ]),
  ).toEqual([
    ['clicks', 'impressions'],
    ['cv', 'cv_division'],
    ['ad_cost'],
    ['cpa'],
    ['roas'],
    ['cvr'],
    ['attr_avg'],
  ]);
  expect(drawn('stacked', ['cpa', 'amount_avg', 'amount_sum', 'ad_cost'])).toEqual([
    ['cpa'],
    ['amount_avg'],
    ['amount_sum', 'ad_cost'],
  ]);
});

test('a long name beside bars is shortened in the middle, since names of ads often begin alike', () => {
  const beside = (narrow: boolean) => {
    const option = optionOf(
      { kind: 'bars', title: '', axis: '', categories: [], series: [], format: 'count' },
      {
        look: { text: '', quiet: '', line: '', ground: '', series: [], font: '' },
        formatValue: () => '',
        brief: String,
        noteText: text => text,
        patterns: false,
        still: true,
        description: '',
        narrow,
        width: 300,
        continuationText: name => name,
      },
    );
    return (option['yAxis'] as { readonly axisLabel: { readonly formatter: (name: string) => string } })
      .axisLabel.formatter;
  };
  const [one, other] = [
    '検索 部分一致｜エイジングケア お試しセットLP #1',
    '検索 部分一致｜エイジングケア お試しセットLP #2',
  ].map(beside(false)) as [string, string];
  expect([
    one.startsWith('検索 部分'),
    one.endsWith('セットLP #1'),
    other.endsWith('セットLP #2'),
    one.includes('…'),
  ]).toEqual([true, true, true, true]);
  expect(beside(true)('検索 部分一致｜エイジングケア お試しセットLP #1')).toBe(
    '検索 部分一致｜エ\nイジングケア お試\nしセットLP #1',
  );
  expect(['CV', '接触なし'].map(beside(false))).toEqual(['CV', '接触なし']);
});

test("a chart's legend has as many rows as the names of its series need, wide characters counted as wider", () =>
  expect([
    legendRows([], 300),
    legendRows(['CV', '分配CV'], 300),
    legendRows(
      ['線形', '減衰', '接点ベース（両端重視）', '初回接触', '最終接触', 'マルコフ', 'シャープレイ値'],
      300,
    ),
    legendRows(['a'.repeat(99), 'b'], 300),
  ]).toEqual([1, 1, 3, 2]));
