import { EXAMPLE, formulaOf, resultOf, type ExampleValue, type Term } from '../../../analyses/examples.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import { count, ratio } from '../../../components/formats.ts';
import type { Say } from '../report/figures.ts';

/** What metrics mean, with a worked example each. */

const isMetric = (key: string): key is MetricKey => Object.hasOwn(metrics, key);
/** A figure with what it is counted in. */
const figure = (key: string, value: number, say: Say): string => {
  const format = isMetric(key) ? metrics[key].format : 'count';
  if (format === 'percent') return ratio(value);
  const counted = key === 'clicks' ? 'example.contacts' : 'example.conversions';
  return say(format === 'yen' ? 'example.yen' : counted, { value: count(value) });
};

const term = ([first, sign, second]: Term, say: Say): string => {
  const exampleFigure = (key: ExampleValue) => figure(key, EXAMPLE[key], say);
  return second === undefined
    ? exampleFigure(first)
    : `${exampleFigure(first)} ${sign} ${exampleFigure(second)}`;
};
const within = (of: Term, say: Say): string =>
  of.length === 1 ? term(of, say) : say('example.together', { sum: term(of, say) });

/** A worked example: of what follows from other figures the calculation, of what is counted a case. */
export const exampleOf = (key: string, say: Say): string => {
  const formula = formulaOf(key);
  if (formula === null) return say(`metric.${key}.example`);
  const [above, below] = formula;
  const calculation =
    below === undefined ? term(above, say) : `${within(above, say)} ÷ ${within(below, say)}`;
  return say('example.worked', { calculation, result: figure(key, resultOf(formula), say) });
};

/** What a metric means, and the example on a line of its own. */
export const helpOf = (key: MetricKey, say: Say): string =>
  `${say(`metric.${key}.help`)}\n${exampleOf(key, say)}`;
