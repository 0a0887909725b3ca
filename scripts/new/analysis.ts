import type { Draft, Drafted } from './draft.ts';
import { readName, type Names } from './names.ts';

/** Generator of an analysis of the report `effects` with three columns. */

const descriptorOf = ({
  camel,
  kebab,
  title,
}: Names): string => `import { EffectsReportDocument, type EffectsReportQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis } from './analysis.ts';
import { ALL_AXES } from './axes.ts';
import { REPORT_FILTERS } from './filters.ts';

type Row = Present<Present<EffectsReportQuery['report']>['rows']>;

/** /analyze/${kebab}: ${title.toLowerCase()}. */
export const analysis = defineAnalysis<Row>({
  name: '${camel}',
  operation: EffectsReportDocument,
  path: 'analyses/effects',
  axes: ALL_AXES,
  nested: true,
  models: 'all',
  controls: ['compare', 'filters', 'approval', 'evaluation'],
  filters: REPORT_FILTERS,
  columns: [{ metric: 'clicks' }, { metric: 'cv' }, { metric: 'ad_cost' }],
  trend: false,
  chart: { over: 'items', kind: 'stacked', top: 10, items: [['cv']] },
  sort: 'cv',
  views: [],
});
`;

const pageOf = ({ camel, kebab }: Names): string => `  {
    to: '/analyze/${kebab}',
    label: 'analysis.${camel}.title',
    icon: 'effect',
    guide: 'reports',
    load: () => import('./${kebab}.ts'),
  },
`;

/** An analysis of the report `effects`, with three columns: its declaration, its page and its messages. */
export const draftAnalysis = (draft: Draft, name: string): Drafted => {
  const names = readName(name);
  const { kebab, camel, title } = names;
  draft.create(`src/analyses/${kebab}.ts`, descriptorOf(names));
  draft.insert(
    'src/analyses/pages.ts',
    'after',
    /^ *load: \(\) => import\('\.\/effect\.ts'\),\n *\},\n/m,
    pageOf(names),
  );
  draft.addMessages({
    [`analysis.${camel}.lead`]: `${title} of each ad.`,
    [`analysis.${camel}.title`]: title,
    [`synonym.go.analyze.${kebab}`]: title.toLowerCase(),
  });
  return {
    generated: 'contract',
    remaining: [
      `Choose the report, the columns and the chart in src/analyses/${kebab}.ts, and the icon in src/analyses/pages.ts.`,
      'Translate the new messages of src/messages/ja.json and src/messages/zh-CN.json.',
    ],
  };
};
