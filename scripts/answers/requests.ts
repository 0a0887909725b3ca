/** The part of an OpenAPI document from which requests are made. */
export interface Contract {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: ParameterSchema;
}

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Existing values of the recorded installation, by parameter name. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Paths whose answers depend on the user, the time or the state of the server. */
const UNSTABLE =
  /\/(?:download\/xlsx|newer|progress|collection_status|error_reports|column_choices|users|result_queue|changes|runs|current|installation)(?:\/|$)/;
/** Paths of files, which have the same content as other answers: one request each. */
const FILE = /\/download\//;
/** Maximum number of values per parameter: further values run the same code. */
const MAX_VALUES_PER_PARAMETER = 8;
/** Sample values of parameters whose schema allows too many to try all. */
const SAMPLES: KnownValues = {
  axes: ['ad,device', 'device,hour'],
  axis: ['1', '2', '3', '4', '5', '6'],
  compare: ['previous_period', 'previous_year'],
  decay: ['50'],
  limit: ['5'],
  nodes: ['3'],
  page_size: ['7'],
  pool: ['1000000'],
  repeat: ['60'],
  search: ['a'],
  term: ['30'],
};

/** Parameter values that require another parameter's value. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = { axes: { axis: '0' } };
/** Parameters that are always sent: without them an answer depends on the day. */
const ALWAYS = new Set(['from', 'to', 'locale']);

/** At most `count` of the values, evenly distributed. */
const spread = (values: readonly string[], count: number): readonly string[] =>
  values.length <= count
    ? values
    : Array.from({ length: count }, (_, at) => values[Math.floor((at * values.length) / count)]!);

const valuesOf = ({ name, schema }: Parameter, known: KnownValues): readonly string[] => {
  const samples = known[name] ?? SAMPLES[name];
  if (samples !== undefined) return spread(samples, MAX_VALUES_PER_PARAMETER);
  if (schema.enum !== undefined) return spread(schema.enum, MAX_VALUES_PER_PARAMETER);
  if (schema.type === 'boolean') return ['true', 'false'];
  const { minimum, maximum } = schema;
  if (
    schema.type !== 'integer' ||
    minimum === undefined ||
    maximum === undefined ||
    maximum - minimum >= MAX_VALUES_PER_PARAMETER
  )
    return [];
  return Array.from({ length: maximum - minimum + 1 }, (_, at) => String(minimum + at));
};

/** Known values for a path: those named for it (`id of /ads/{id}/`) precede those of the parameter in general. */
const valuesOn = (path: string, known: KnownValues): KnownValues => {
  const suffix = ` of ${path}`;
  const own = Object.entries(known)
    .filter(([name]) => name.endsWith(suffix))
    .map(([name, values]) => [name.slice(0, -suffix.length), values] as const);
  return { ...known, ...Object.fromEntries(own) };
};

const addressOf = (
  path: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, string>>,
): string => {
  const inPath = parameters.filter(one => one.in === 'path');
  const filled = inPath.reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name]!)),
    path,
  );
  const query = new URLSearchParams(
    parameters
      .filter(one => one.in === 'query' && values[one.name] !== undefined)
      .map(({ name }) => [name, values[name]!]),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
};

/**
 * URLs of every stable GET operation: one with the first known value of each required parameter, and one for each value
 * of each parameter. Operations that require an unknown value are omitted.
 */
export const requestsOf = (contract: Contract, known: KnownValues): readonly string[] =>
  Object.entries(contract.paths).flatMap(([path, { get }]) => {
    if (get === undefined || UNSTABLE.test(path)) return [];
    const parameters = (get.parameters ?? []).map(one =>
      '$ref' in one ? contract.components.parameters![one.$ref.split('/').at(-1)!]! : one,
    );
    const values = valuesOn(path, known);
    const base: Record<string, string> = {};
    for (const { name } of parameters.filter(one => one.required === true || ALWAYS.has(one.name))) {
      const [first] = values[name] ?? [];
      if (first === undefined) return [];
      base[name] = first;
    }
    return [
      ...new Set([
        addressOf(path, parameters, base),
        ...(FILE.test(path) ? [] : parameters).flatMap(one =>
          valuesOf(one, values).map(value =>
            addressOf(path, parameters, { ...base, ...NEEDED[one.name], [one.name]: value }),
          ),
        ),
      ]),
    ];
  });
