/**
 * The axes that divide the rows of a report (docs/decisions/0004-metrics-axes-and-items.md): attributes of
 * ads, which have a number, and dimensions of the events, which have only a name. The keys are those of the
 * console's addresses; `name` is the server's.
 */
interface AxisWords {
  readonly name: string;
  readonly number: number | null;
}
const axis = (name: string, number: number | null = null): AxisWords => ({ name, number });

export const AXES = {
  ad: axis('ad', 1),
  category: axis('ad_category', 2),
  type1: axis('ad_type1', 3),
  type2: axis('ad_type2', 4),
  type3: axis('ad_type3', 5),
  network: axis('asp', 6),
  agency: axis('agency'),
  device: axis('device'),
  os: axis('os'),
  browser: axis('browser'),
  landing: axis('landing_page'),
  hour: axis('hour'),
  weekday: axis('weekday'),
} as const satisfies Readonly<Record<string, AxisWords>>;
export type Axis = keyof typeof AXES;

/** Every axis, in the order in which they are offered. */
export const ALL_AXES = Object.keys(AXES) as readonly Axis[];
/** The axes with a number, all of them attributes of ads: analyses other than reports accept only these. */
export const AD_AXES = ALL_AXES.filter(name => AXES[name].number !== null);

/** The axes by attributes of a contact other than its ad. */
export const EVENT_AXES: ReadonlySet<Axis> = new Set<Axis>([
  'device',
  'os',
  'browser',
  'landing',
  'hour',
  'weekday',
]);

/** The request parameters for one axis or two: a single axis with a number is sent as the number. */
export const requestedAxes = (
  outer: Axis,
  inner: Axis | null,
): { readonly axis: number; readonly axes?: string } => {
  const { name, number }: AxisWords = AXES[outer];
  return inner === null && number !== null
    ? { axis: number }
    : { axis: 0, axes: inner === null ? name : `${name},${AXES[inner].name}` };
};
