import { Type } from '@fastify/type-provider-typebox';
import { MODELS } from '../attribution/models.ts';
import { Closed, component, Day, EventId, Id, Nullable } from '../http/schemas.ts';
import { AXES, axisOf } from './axes.ts';
import { METRICS, metrics, type MetricKey } from './metrics.ts';
import { STEPS } from './period.ts';
import { SERIES_METRICS } from './series.ts';

const period = { product_id: Id('The product'), from: Day('First day, Tokyo'), to: Day('Last day, Tokyo, included; at most five years') };
const choices = (names: readonly string[]) => names.map((name, index) => `${index + 1} ${name}`).join(', ');

const Model = Type.Optional(Type.Integer({ minimum: 1, maximum: MODELS.length, description: `Attribution model: ${choices(MODELS)}; the product's unless told` }));
export const AttributionQuery = Closed({
  ...period,
  axis: Type.Optional(Type.Integer({ minimum: 1, maximum: AXES.length, description: `What the rows are: ${choices(AXES.map(axis => axisOf(axis).name))}; 1 unless told` })),
  model: Model,
});
export const AdSummaryQuery = Closed({ ...period, model: Model });
export const TimeSeriesQuery = Closed({
  ...period, step: Type.Optional(Type.String({ enum: [...STEPS], description: 'What a row is; day unless told. Weeks begin as the product\'s do' })),
});

/** Metrics are fixed fields, so that the gateway knows them; a division by zero is null. */
const fields = <Key extends MetricKey>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map(key => [key, Nullable(Type.Number({ description: metrics[key].text }))])) as Record<Key, ReturnType<typeof Nullable<ReturnType<typeof Type.Number>>>>;

const row = {
  key: Type.String({ description: 'The number of the ad or group; "none": ads without a group; "no_contact": conversions without a contact' }),
  label: Type.String({ description: 'Its name; empty for "none" and "no_contact"' }),
};
export const ReportColumn = component('ReportColumn', Closed({ key: Type.String(), unit: Type.String({ description: 'count, yen, ratio (a fraction) or seconds' }) }));
export const ReportLeftOut = component('ReportLeftOut', Closed({
  bot: Type.Number({ description: 'Contacts of declared bots' }), repeated: Type.Number({ description: 'Contacts repeated within a second' }),
  excluded_ip: Type.Number({ description: 'Contacts from the product\'s excluded addresses' }),
  conversions: Nullable(Type.Number({ description: 'Conversions of bots or from excluded addresses; null where only some ads are shown' })),
}, { description: 'What the report leaves out, each contact under the first reason' }));
export const ReportRow = component('ReportRow', Closed({ ...row, ...fields(METRICS) }));
export const ReportTotals = component('ReportTotals', Closed(fields(METRICS), { description: 'Sums of the rows, and what derives from them' }));

const day = () => Type.String({ description: 'Tokyo day' });
const rules = {
  product_id: Type.Integer(), from: day(), to: day(), tracking_term: Type.Integer({ description: 'Days' }), excluded_ips: Type.Array(Type.String()),
  ad_cost_linkage: Type.Boolean({ description: 'Whether imported costs are counted' }), time_zone: Type.String(),
};
const watermark = EventId('The last event that was loaded when this was counted; the same rules and watermark give the same answer');
const common = { watermark, left_out: ReportLeftOut.ref, columns: Type.Array(ReportColumn.ref) };

export const ReportRules = component('ReportRules', Closed({ ...rules, axis: Type.Integer(), model: Type.Integer() }));
export const Report = component('Report', Closed({ rules: ReportRules.ref, ...common, rows: Type.Array(ReportRow.ref), totals: ReportTotals.ref }));

export const TimeSeriesRow = component('TimeSeriesRow', Closed({
  key: Type.String({ description: 'First day of the day, week or month' }), label: Type.String(), from: day(), to: day(), ...fields(SERIES_METRICS),
}));
export const TimeSeriesTotals = component('TimeSeriesTotals', Closed(fields(SERIES_METRICS)));
export const TimeSeriesPrevious = component('TimeSeriesPrevious', Closed({ from: day(), to: day(), ...fields(SERIES_METRICS) }, { description: 'As many days just before' }));
export const TimeSeriesRules = component('TimeSeriesRules', Closed({ ...rules, step: Type.String(), week_start: Type.Integer() }));
export const TimeSeries = component('TimeSeries', Closed({
  rules: TimeSeriesRules.ref, ...common, rows: Type.Array(TimeSeriesRow.ref), totals: TimeSeriesTotals.ref, previous: TimeSeriesPrevious.ref,
}));

export const reportComponents = [
  ReportColumn, ReportLeftOut, ReportRow, ReportTotals, ReportRules, Report, TimeSeriesRow, TimeSeriesTotals, TimeSeriesPrevious, TimeSeriesRules, TimeSeries,
] as const;
