import { planChange, planCreation } from '../records/drafts.ts';
import { entities } from '../entities/entities.ts';
import type { Draft } from '../records/entity.ts';
import { Failure, type Fault, type FaultCode } from '../http/failures.ts';
import type { Condition } from '../http/filters.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { buildRowQueries, type EntityRow } from '../store/postgres/entities/entities.ts';
import type { EntityName } from '../store/postgres/entities/entity-sources.ts';
import type { Plan as RowPlan } from '../store/postgres/entities/entity-write-plan.ts';
import { insertEntity, updateEntity } from '../store/postgres/entities/entity-writes.ts';
import { entity, fields, readers, references, written } from './ad-fields.ts';
import { createYield } from './yield-to-event-loop.ts';
import { requireColumns, type Columns } from './columns.ts';
import { validatorsOf, type RowValidators } from './row-validators.ts';
import { createNames } from './names.ts';
import { createErrors, type Importer, type ImportContext, type PlannedRow } from './plan.ts';
import { isBlank, type Cell, type SheetRow } from './sheet.ts';
import { readNumber, wordOf, type Read } from './values.ts';

/**
 * Import of ads: a row without an id creates an ad, a row with an id changes that ad, under the rules of the ad's
 * form and with lines in the audit log.
 */

let rowValidators: Promise<RowValidators> | undefined;
const CONTEXT = { publicUrl: '' };

const is = (field: string, value: number | boolean): Condition =>
  typeof value === 'boolean'
    ? { field, kind: 'boolean', op: 'exact', values: [value] }
    : { field, kind: 'integer', op: 'exact', values: [value] };

const rowsOf = async (
  db: Database,
  { companyId }: ImportContext,
  name: EntityName,
  names: readonly string[],
  conditions: readonly Condition[],
): Promise<EntityRow[]> =>
  (await buildRowQueries(
    db,
    name,
    { companyId, userId: 0, limit: null },
    { fields: names, conditions, search: null, sort: null },
  ).rows()) as EntityRow[];

/** The rows to which a field may refer. */
interface Referable {
  /** Resolves the reference of a cell, by number or name. */
  readonly find: (cell: Cell, present: unknown) => Read<number>;
  /** Names by id. */
  readonly names: ReadonlyMap<unknown, string>;
}

/** @returns by field */
const openReferences = async (
  db: Database,
  context: ImportContext,
): Promise<ReadonlyMap<string, Referable>> => {
  const referables = new Map<string, Referable>();
  for (const [field, { to, where = {} }] of Object.entries(references)) {
    const { label, fields: known } = entities.find(one => one.name === to)!;
    const conditions = [
      is('status', true),
      ...('product_id' in known ? [is('product_id', context.productId)] : []),
      ...Object.entries(where).map(([name, value]) => is(name, value as number | boolean)),
    ];
    const rows = await rowsOf(db, context, to, [label], conditions);
    const names = new Map<unknown, string>(rows.map(row => [row.id, String(row[label])]));
    const named = createNames(rows.map(row => ({ id: row.id, name: String(row[label]) })));
    const find: Referable['find'] = (cell, present) => {
      // A name of digits, such as 2026, is matched as a name before it is read as a number.
      const byName = named(wordOf(cell));
      if ('value' in byName || byName.fault.code === 'several') return byName;
      const number = readNumber(cell);
      // An existing reference of the ad remains valid, even to a row deleted meanwhile.
      return 'value' in number && (names.has(number.value) || number.value === present) ? number : byName;
    };
    referables.set(field, { find, names });
  }
  return referables;
};

/** Names of the rows to which the values of an ad refer, by field. */
const referredNames = (
  referables: ReadonlyMap<string, Referable>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...referables].flatMap(([field, { names }]) => {
      const name = names.get(values[field]);
      return name === undefined ? [] : [[field, name]];
    }),
  );

/** Value of an empty cell: null or '' clears texts, days and references; undefined leaves other fields unchanged. */
const emptied = (name: string, kind: string | null): unknown => {
  if (name in references || kind === 'day') return null;
  return kind === 'text' ? '' : undefined;
};

interface PlannedAd {
  readonly row: number;
  readonly id: number | null;
  readonly draft: Draft;
  readonly plan: RowPlan | null;
}

/**
 * Each reference is checked once per transaction, because the check locks the row until the end of the transaction.
 */
const createOnce = () => {
  const seen = new Set<string>();
  return <P extends RowPlan | null>(plan: P): P => {
    if (plan === null) return plan;
    const referred = plan.referred
      .map(one => ({ ...one, ids: one.ids.filter(id => !seen.has(`${one.field}/${id}`)) }))
      .filter(({ ids }) => ids.length > 0);
    for (const { field, ids } of referred) for (const id of ids) seen.add(`${field}/${id}`);
    return { ...plan, referred };
  };
};

const plainOf = ({ after }: RowPlan, draft: Draft): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(after).filter(([name]) => name in draft));

const faultsOf = (error: unknown): Readonly<Record<string, readonly Fault[]>> => {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'not_found') return { id: [{ code: 'no_such' satisfies FaultCode }] };
  if (error.code !== 'invalid') throw error;
  return error.fields;
};

type RowErrors = ReturnType<typeof createErrors>;
type CellAt = (field: string) => Cell;

/** The context for reading the rows of a file. */
interface AdReading {
  readonly context: ImportContext;
  readonly columns: Columns;
  readonly validators: RowValidators;
  readonly referables: ReadonlyMap<string, Referable>;
  /** Ads of the product by id. */
  readonly stored: ReadonlyMap<number, EntityRow>;
  /** Row of the file by the id of its ad. */
  readonly rowOfId: Map<number, number>;
  readonly errors: RowErrors;
}

const openReading = async (db: Database, context: ImportContext, columns: Columns): Promise<AdReading> => {
  const validators = await (rowValidators ??= validatorsOf(entity));
  const ads = await rowsOf(db, context, 'ads', Object.keys(entity.fields), [
    is('product_id', context.productId),
  ]);
  return {
    context,
    columns,
    validators,
    referables: await openReferences(db, context),
    stored: new Map(ads.map(row => [row.id, row])),
    rowOfId: new Map(),
    errors: createErrors(),
  };
};

/** The stored ad that a row changes; null: the row creates an ad; undefined: the id has an error. */
const findAd = (
  { stored, rowOfId, errors: { add } }: AdReading,
  row: number,
  cell: Cell,
): EntityRow | null | undefined => {
  if (isBlank(cell)) return null;
  const id = readNumber(cell);
  if ('fault' in id) {
    add(row, 'id', id.fault);
    return undefined;
  }
  const present = stored.get(id.value);
  if (present?.['status'] !== true) {
    add(row, 'id', { code: 'no_such' });
    return undefined;
  }
  const earlierRow = rowOfId.get(id.value);
  if (earlierRow !== undefined) {
    add(row, 'id', { code: 'row_twice', values: { row: earlierRow } });
    return undefined;
  }
  rowOfId.set(id.value, row);
  return present;
};

/** Reads the fields of a row; fields with errors are left out and reported. */
const readFields = (
  { columns, referables, errors: { add } }: AdReading,
  row: number,
  cell: CellAt,
  present: EntityRow | null,
): Readonly<Record<string, unknown>> => {
  const values: Record<string, unknown> = {};
  for (const [name, { kind, write }] of written.filter(([field]) => columns.places.has(field))) {
    if (isBlank(cell(name))) {
      // A new ad has the defaults of the form, except for fields that the form requires.
      const nothing = emptied(name, kind);
      if (nothing !== undefined && (present !== null || write.required)) values[name] = nothing;
      continue;
    }
    const read = referables.get(name)?.find(cell(name), present?.[name]) ?? readers.get(name)!(cell(name));
    if ('fault' in read) add(row, name, read.fault);
    else values[name] = read.value;
  }
  return values;
};

const addFaults = (
  { add }: RowErrors,
  row: number,
  faults: Readonly<Record<string, readonly Fault[]>>,
): void => {
  for (const [field, found] of Object.entries(faults)) found.forEach(one => add(row, field, one));
};

/** Plans the change of a row; null: the row has errors. */
const planAd = (reading: AdReading, row: number, cell: CellAt): PlannedAd | null => {
  const { context, validators, errors: rowErrors } = reading;
  const { errors } = rowErrors;
  const before = errors.length;
  const present = findAd(reading, row, cell('id'));
  if (present === undefined) return null;
  const values = readFields(reading, row, cell, present);
  const draft = present === null ? { product_id: context.productId, ...values } : values;
  const faults = present === null ? validators.creation(draft) : validators.change(draft);
  // A cell that could not be read is absent from the draft; its absence is not reported as well.
  const reportedFields = new Set(errors.slice(before).map(({ field }) => field));
  addFaults(
    rowErrors,
    row,
    Object.fromEntries(Object.entries(faults).filter(([field]) => !reportedFields.has(field))),
  );
  if (errors.length > before) return null;
  const requester = { ip: context.ip };
  try {
    const plan =
      present === null
        ? planCreation(entity, draft, requester)
        : planChange(entity, draft, requester, CONTEXT)(present);
    return { row, id: present?.id ?? null, draft, plan };
  } catch (error) {
    addFaults(rowErrors, row, faultsOf(error));
    return null;
  }
};

/** Writes the planned changes. @returns errors of rows; if there are any, the caller must roll back */
const writeAds = async (
  tx: Database,
  { companyId, userId, apiKeyId, ip, at }: ImportContext,
  planned: readonly PlannedAd[],
): Promise<RowErrors['errors']> => {
  const wrong = createErrors();
  const once = createOnce();
  const author = { companyId, userId, apiKeyId, ip, at };
  // In order of id, so that two concurrent imports wait for each other without a deadlock.
  const changes = planned
    .filter(({ id, plan }) => id !== null && plan !== null)
    .toSorted((a, b) => a.id! - b.id!);
  for (const { row, id, draft, plan } of [...changes, ...planned.filter(one => one.id === null)]) {
    try {
      if (id === null) await insertEntity(tx, 'ads', author, once(plan!));
      else
        await updateEntity(tx, 'ads', author, id, {
          seen: null,
          plan: present => once(planChange(entity, draft, { ip }, CONTEXT)(present)),
        });
    } catch (error) {
      addFaults(wrong, row, faultsOf(error));
    }
  }
  return wrong.errors;
};

/** The row of a preview. */
const plannedRow = ({ stored, referables }: AdReading, { row, id, draft, plan }: PlannedAd): PlannedRow => {
  const values = id === null ? plainOf(plan!, draft) : { id, name: stored.get(id)!['name'], ...plan?.after };
  const change = plan === null ? 'same' : 'update';
  return { row, action: id === null ? 'create' : change, values, names: referredNames(referables, values) };
};

export const adsImporter: Importer = {
  fields,
  plan: async (db, context, columns: Columns, rows: readonly SheetRow[]) => {
    if (!columns.places.has('id'))
      requireColumns(columns, ...written.filter(([, { write }]) => write.required).map(([name]) => name));
    const reading = await openReading(db, context, columns);
    const { errors, add } = reading.errors;
    const planned: PlannedAd[] = [];
    const yieldToEvents = createYield();
    for (const { number: row, cells, fault } of rows) {
      await yieldToEvents();
      if (fault !== undefined) {
        add(row, 'row', fault);
        continue;
      }
      const ad = planAd(reading, row, field => cells[columns.places.get(field) ?? -1] ?? null);
      if (ad !== null) planned.push(ad);
    }
    return {
      errors,
      rows: planned.map(one => plannedRow(reading, one)),
      write: tx => writeAds(tx, context, planned),
    };
  },
};
