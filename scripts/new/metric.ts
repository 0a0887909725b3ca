import type { Draft, Drafted } from './draft.ts';
import { readName } from './names.ts';

/** Generator of a metric derived from counts: ad cost per contact, until its formula is written. */
export const draftMetric = (draft: Draft, name: string): Drafted => {
  const { snake: key, title } = readName(name);
  const registry = 'server/attribution/metrics.ts';
  draft.refuse(registry, new RegExp(`^ {2}${key}: \\{`, 'm'), `the metric ${key}`);
  draft.insert(
    registry,
    'after',
    /^ {2}profit: \{.*\},\n/m,
    `  ${key}: { unit: 'yen', of: c => over(c.spent, c.clicks), text: 'ad_cost / clicks' },\n`,
  );
  draft.insert(
    'tests/support/naive.ts',
    'after',
    /^ {4}profit: .*\n/m,
    `    ${key}: over(spent, r.clicks),\n`,
  );
  draft.insert(
    'src/analyses/metrics.ts',
    'after',
    /^ {2}profit: metric\(.*\n/m,
    `  ${key}: metric('cost', 'yen', false),\n`,
  );
  draft.insert(
    'src/analyses/ad-statistics.ts',
    'after',
    /^ *\{ metric: 'roas' \},\n/m,
    `    { metric: '${key}', hidden: true },\n`,
  );
  draft.insert(
    'src/analyses/examples.ts',
    'after',
    /^ {2}profit: \[.*\n/m,
    `  ${key}: [['ad_cost'], ['clicks']],\n`,
  );
  draft.insert(
    'tests/resources/report-query.test.ts',
    'after',
    /^ *'profit amount_sum',\n/m,
    `      '${key} cost',\n`,
  );
  draft.addMessages({
    [`metric.${key}.help`]: 'Ad cost ÷ clicks, in yen',
    [`metric.${key}.name`]: title,
  });
  return {
    generated: 'contract',
    remaining: [
      `Write its formula: over(c.spent, c.clicks) in ${registry}, the same in tests/support/naive.ts and src/analyses/examples.ts, its text and unit there, its format and whether more is better in src/analyses/metrics.ts, and its help in src/messages. Then npm run contract.`,
      'If the figure lists conversions, state which in src/screens/analysis/drilldown/listed-figure.ts and tests/resources/report-query.test.ts.',
      'Translate the new messages of src/messages/ja.json and src/messages/zh-CN.json.',
    ],
  };
};
