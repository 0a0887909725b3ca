import type { Draft, Drafted } from './draft.ts';
import { readName, type Names } from './names.ts';

/** Generator of an analysis of the report `effects` with three columns. */

const operationOf = ({ pascal }: Names): string => `query ${pascal}(
  $product_id: Int!, $from: String!, $to: String!, $axis: Int, $axes: String,
  $model: Int, $compare: String, $compare_from: String, $compare_to: String, $where: String, $approval: String, $evaluation: Int
) {
  report: effects(
    product_id: $product_id, from: $from, to: $to, axis: $axis, axes: $axes,
    model: $model, compare: $compare, compare_from: $compare_from, compare_to: $compare_to, where: $where, approval: $approval, evaluation: $evaluation
  ) {
    ...ReportAnswer
  }
}
`;

const descriptorOf = ({
  camel,
  pascal,
  kebab,
  title,
}: Names): string => `import { ${pascal}Document, type ${pascal}Query } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis } from './analysis.ts';
import { ALL_AXES } from './axes.ts';
import { REPORT_FILTERS } from './filters.ts';

type ${pascal}Row = Present<Present<${pascal}Query['report']>['rows']>;

/** /analyze/${kebab}: ${title.toLowerCase()}. */
export const ${camel} = defineAnalysis<${pascal}Row>({
  name: '${camel}',
  operation: ${pascal}Document,
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

const screenOf = ({
  camel,
  kebab,
}: Names): string => `import { ${camel} } from '../../../analyses/${kebab}.ts';
import { AnalysisScreen } from '../report/analysis-screen.tsx';

/** /analyze/${kebab} */
export const Screen = () => <AnalysisScreen analysis={${camel}} />;
`;

const routeOf = ({
  camel,
  kebab,
}: Names): string => `  screen('/analyze/${kebab}', '${camel}.title', () => import('../screens/analysis/pages/${kebab}.tsx')),
`;

export const draftAnalysis = (draft: Draft, name: string): Drafted => {
  const names = readName(name);
  const { kebab, camel, snake, title } = names;
  draft.create(`graphql/operations/${snake}.graphql`, operationOf(names));
  draft.create(`src/analyses/${kebab}.ts`, descriptorOf(names));
  draft.create(`src/screens/analysis/pages/${kebab}.tsx`, screenOf(names));
  draft.insert('src/routes/analyses.ts', 'after', /^ *screen\('\/analyze\/effect'.*\),\n/m, routeOf(names));
  draft.insert(
    'src/layout/navigation.ts',
    'after',
    /^ *\{ to: '\/analyze\/effect'.*\},\n/m,
    `      { to: '/analyze/${kebab}', label: 'nav.analyze.${kebab}', icon: 'effect' },\n`,
  );
  draft.insert('src/messages/parts.ts', 'after', /^ {2}report: \[\n/m, `    '${camel}',\n`);
  draft.addMessages({
    [`${camel}.lead`]: `${title} of each ad.`,
    [`${camel}.title`]: title,
    [`nav.analyze.${kebab}`]: title,
  });
  return {
    generated: 'contract',
    remaining: [
      `Choose the report, the columns and the chart in graphql/operations/${snake}.graphql and src/analyses/${kebab}.ts.`,
      'Translate the new messages of src/messages/ja.json and src/messages/zh-CN.json.',
    ],
  };
};
