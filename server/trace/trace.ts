import { requireProduct, type Viewer } from '../http/visibility.ts';
import { createClickTokens } from '../collector/tokens.ts';
import { Failure } from '../http/failures.ts';
import type { Access } from '../event-logs/accesses.ts';
import type { Interaction } from '../event-logs/contacts.ts';
import type { Conversion } from '../event-logs/conversions.ts';
import type { Dependencies } from '../dependencies.ts';
import { logRules } from '../store/postgres/reports/event-log-rules.ts';
import { ofProduct } from '../slices/slices.ts';
import { DAY } from '../platform/time.ts';
import { createReaders, type Readers } from './readers.ts';
import {
  accessRow,
  contactRow,
  conversionRow,
  notificationRow,
  resultRow,
  type Traced,
  type TracedResult,
} from './rows.ts';
import { KINDS, ROWS_PER_KIND, type Kind, type TraceRow } from './schemas.ts';

/**
 * Traces an identifier: finds the rows of all logs that have it, and the rows that are related to those. Each step
 * makes a few indexed lookups of at most `ROWS_PER_KIND` rows.
 */

const LARGEST_ID = 2n ** 64n - 1n;
/** The identifier as an id of 64 bits; empty: not such an id. */
const numberIn = (text: string): readonly string[] =>
  /^\d{1,20}$/.test(text) && BigInt(text) <= LARGEST_ID ? [String(BigInt(text))] : [];
const isRowNumber = (text: string): boolean => Number.isSafeInteger(Number(text)) && Number(text) > 0;

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.flatMap(id => (id === null ? [] : [id]))),
];
const without = (ids: readonly string[], known: readonly string[]): string[] =>
  ids.filter(id => !known.includes(id));
const some = (ids: readonly string[]): string[] => ids.slice(0, ROWS_PER_KIND);
const all = async <Row>(...lookups: readonly Promise<readonly Row[]>[]): Promise<readonly Row[]> =>
  (await Promise.all(lookups)).flat();

export type TraceParts = Pick<Dependencies, 'db' | 'slices' | 'secrets'>;

/** Related rows of the logs; notifications are looked up by the results. */
interface Found {
  readonly contacts: readonly Interaction[];
  readonly accesses: readonly Access[];
  readonly conversions: readonly Conversion[];
  readonly results: readonly TracedResult[];
}

/**
 * Finds the rows that have the identifier themselves.
 *
 * @param clicked contact of the click token (`xclid` in the landing page's address); empty: the identifier is no
 *   token
 */
const findBearing = async (read: Readers, identifier: string, clicked: readonly string[]): Promise<Found> => {
  const text = identifier === '' ? [] : [identifier];
  const number = numberIn(identifier);
  const contactId = [...number, ...clicked];
  const [contacts, accesses, conversions, results] = await Promise.all([
    all(
      read.contacts('xclid', text),
      read.contacts('media_session_id', text),
      read.contactsById(contactId),
      read.contacts('visitor_id', number),
    ),
    all(read.accessesById(number), read.accesses('visitor_id', number)),
    all(
      read.conversions('args', text),
      read.conversions('conversion_id', number),
      read.conversions('visitor_id', number),
    ),
    all(
      ...['args', 'xclid', 'media_session_id'].map(field => read.results(field, text)),
      ...['conversion_id', 'visitor_id'].map(field => read.results(field, number)),
      read.results('interaction_id', contactId),
      read.results('result_id', number.filter(isRowNumber)),
    ),
  ]);
  return { contacts, accesses, conversions, results };
};

/** Whether a contact is on the path of a conversion, by visitor, time and tracking term. */
const leadsTo = (contact: Interaction, conversion: Conversion, termMs: number): boolean => {
  const elapsed = Date.parse(conversion.cv_time) - Date.parse(contact.reference_time);
  return contact.visitor_id === conversion.visitor_id && elapsed >= 0 && elapsed <= termMs;
};

/** Reads the conversions to whose paths contacts belong. */
const conversionsAfter = async (
  read: Readers,
  contacts: readonly Interaction[],
  termMs: number,
): Promise<readonly Conversion[]> => {
  if (contacts.length === 0) return [];
  const times = contacts.map(({ reference_time: time }) => Date.parse(time));
  const span = { from: Math.min(...times), until: Math.max(...times) + termMs + 1 };
  const found = await read.conversions(
    'visitor_id',
    some(present(contacts.map(({ visitor_id: visitor }) => visitor))),
    span,
  );
  return found.filter(conversion => contacts.some(contact => leadsTo(contact, conversion, termMs)));
};

/**
 * Finds the rows related to those with the identifier: earlier contacts, and later page views, conversions and
 * results.
 */
const findLinked = async (read: Readers, bearing: Found, termMs: number): Promise<Found> => {
  const contactIds = present(bearing.contacts.map(({ interaction_id: id }) => id));
  const conversionIds = present(bearing.conversions.map(({ conversion_id: id }) => id));
  const origins = present([
    ...bearing.accesses.map(({ interaction_id: id }) => id),
    ...bearing.results.map(({ interaction_id: id }) => id),
    ...bearing.conversions.flatMap(row => [row.last_cv_interaction_id, row.performance_cv_interaction_id]),
  ]);
  const resulting = present(bearing.results.map(({ conversion_id: id }) => id));
  const [contacts, conversions] = await Promise.all([
    read.contactsById(some(without(origins, contactIds))),
    all(
      conversionsAfter(read, bearing.contacts, termMs),
      read.conversions('conversion_id', some(without(resulting, conversionIds))),
    ),
  ]);
  const [accesses, results] = await Promise.all([
    read.accesses(
      'interaction_id',
      some(present([...contactIds, ...contacts.map(({ interaction_id: id }) => id)])),
    ),
    all(
      read.results(
        'conversion_id',
        some(present([...conversionIds, ...conversions.map(({ conversion_id: id }) => id)])),
      ),
      read.results('interaction_id', some(contactIds)),
    ),
  ]);
  return { contacts, accesses, conversions, results };
};

/** Collects the rows of one kind, each once; the first occurrence determines `matched`. */
const createFinds = () => {
  const rows = new Map<string, TraceRow>();
  return {
    put: (found: readonly Traced[], matched: boolean): void => {
      for (const row of found) if (!rows.has(row.id)) rows.set(row.id, { ...row, matched });
    },
    newest: (): readonly TraceRow[] =>
      [...rows.values()].toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time)).slice(0, ROWS_PER_KIND),
    overflows: (): boolean => rows.size > ROWS_PER_KIND,
  };
};

/**
 * Traces an identifier through the logs of a product that the viewer may read.
 *
 * @throws {Failure} `no_permission_for_data`: the viewer may not see the product; `timed_out`
 */
export const traceIdentifier = async (
  parts: TraceParts,
  viewer: Viewer,
  productId: number,
  identifier: string,
) => {
  requireProduct(viewer, productId);
  const rules = await logRules(parts.db, viewer.companyId, productId);
  if (rules === null) throw new Failure('no_permission_for_data');
  const read = createReaders(await ofProduct(parts, productId), viewer, productId);
  const finds: Readonly<Record<Kind, ReturnType<typeof createFinds>>> = {
    contact: createFinds(),
    access: createFinds(),
    conversion: createFinds(),
    result: createFinds(),
    notification: createFinds(),
  };
  const put = ({ contacts, accesses, conversions, results }: Found, matched: boolean): void => {
    finds.contact.put(contacts.map(contactRow), matched);
    finds.access.put(accesses.map(accessRow), matched);
    finds.conversion.put(conversions.map(conversionRow), matched);
    finds.result.put(results.map(resultRow), matched);
  };

  const text = identifier.trim();
  // A token of another product or installation identifies no contact.
  const click = createClickTokens(parts.secrets.click).read(text, productId);
  const bearing = await findBearing(read, text, click === null ? [] : [String(click.interactionId)]);
  put(bearing, true);
  put(await findLinked(read, bearing, rules.trackingTerm * DAY), false);
  const notifications = await read.notifications(finds.result.newest().map(({ id }) => id));
  finds.notification.put(notifications.map(notificationRow), false);

  const rank = ({ kind }: TraceRow): number => KINDS.indexOf(kind as Kind);
  return {
    results: KINDS.flatMap(kind => finds[kind].newest()).toSorted(
      (a, b) => Date.parse(a.time) - Date.parse(b.time) || rank(a) - rank(b),
    ),
    more: KINDS.filter(kind => finds[kind].overflows()),
    unread: KINDS.filter(kind => !read.mayRead[kind]),
  };
};
