import { describe, expect, test } from 'vitest';
import { messagesOf } from '../../../scripts/words.ts';
import { metrics } from '../../../server/attribution/metrics.ts';
import { fields as adFields } from '../../../server/imports/ad-fields.ts';
import { matchColumns, type ImportField } from '../../../server/imports/columns.ts';
import { costs } from '../../../server/imports/costs.ts';
import { metricHeading } from '../../../server/reports/files/file-words.ts';
import { LOCALES, wordsIn } from '../../../server/wording/words.ts';
import { IMPORT_FIELDS } from '../../../src/resources/import-fields.ts';
import { headingId } from '../../../src/screens/imports/headings.ts';

const FIELDS = { ads: adFields, costs: costs.fields } as const satisfies Record<
  string,
  readonly ImportField[]
>;
/** The field that a heading names; undefined: none. */
const fieldOf = (kind: 'ads' | 'costs', heading: string): string | undefined =>
  matchColumns([heading], FIELDS[kind], {}).found[0]?.field;

describe.each(LOCALES)('the headings of the console in %s', locale => {
  const messages = messagesOf(locale);

  test.each(['ads', 'costs'] as const)('are recognised in a file from the template of %s', kind => {
    for (const field of IMPORT_FIELDS[kind]) {
      const heading = messages[headingId(kind, field, messages) ?? ''] ?? field;
      expect([heading, fieldOf(kind, heading)]).toEqual([heading, field]);
    }
  });

  test('are recognised in a file of costs as reports, their files and their axes write them', () => {
    const unit = messages['unit.yen']!;
    const cost = messages['metric.ad_cost.name']!;
    for (const [heading, field] of [
      [metricHeading(wordsIn(locale), 'ad_cost')!, 'cost'],
      [cost, 'cost'],
      [messages['unit.named']!.replace('{name}', cost).replace('{unit}', unit), 'cost'],
      [messages['axis.ad']!, 'ad_name'],
      [messages['column.report.ad_name']!, 'ad_name'],
      [messages['column.ads.id']!, 'ad_id'],
      [messages['step.day']!, 'day'],
      [messages['column.day']!, 'day'],
    ] as const)
      expect([heading, fieldOf('costs', heading)]).toEqual([heading, field]);
  });

  test('of other metrics name no cost', () => {
    for (const metric of Object.keys(metrics).filter(key => key !== 'ad_cost' && key !== 'cost'))
      expect([metric, fieldOf('costs', metricHeading(wordsIn(locale), metric) ?? '')]).toEqual([
        metric,
        undefined,
      ]);
  });
});

test('no heading names two fields of an import', () => {
  for (const fields of Object.values(FIELDS))
    for (const { field, words } of fields)
      for (const word of words)
        expect([word, matchColumns([word], fields, {}).found.map(one => one.field)]).toEqual([word, [field]]);
});
