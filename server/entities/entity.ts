import { Type, type TSchema } from '@fastify/type-provider-typebox';
import type { Kind } from '../http/filters.ts';
import { Day, Id, Nullable, Time } from '../http/schemas.ts';
import type { EntityName, FieldOf } from '../store/postgres/entity-sources.ts';

/** One field of an entity: its schema, how lists filter and sort by it, and who may see it. */
export interface Field {
  readonly schema: TSchema;
  /** null: shown only, for lists and objects. */
  readonly kind: Kind | null;
  /** Seen by the company's own people only; an agency user gets null, and may not filter or sort by it either. */
  readonly internal: boolean;
  /** From the value as it is stored to the value as it is answered. */
  readonly read?: (stored: unknown) => unknown;
}

/** A plain entity: everything about it that is not the same for all. */
export interface Entity<Name extends EntityName = EntityName> {
  /** The name of its list in the gateway: `cvSettings`. */
  readonly name: Name;
  /** The name of one: `cvSetting`. */
  readonly one: string;
  /** Its name in the address: `cv_settings`. */
  readonly path: string;
  /** What its rows are called in the contract: `CvSetting`. */
  readonly component: string;
  readonly description: string;
  /** The field by which people know a row: its title in selections. */
  readonly label: FieldOf<Name>;
  readonly fields: Readonly<Record<FieldOf<Name>, Field>>;
}

/** States an entity; its fields must be those of its source, no more and no less. */
export const entity = <Name extends EntityName>(stated: Entity<Name>): Entity<Name> => stated;

const field = (schema: TSchema, kind: Kind | null): Field => ({ schema, kind, internal: false });

export const text = (description: string) => field(Type.String({ description }), 'text');
export const textOrNone = (description: string) => field(Nullable(Type.String({ description })), 'text');
export const flag = (description: string) => field(Type.Boolean({ description }), 'boolean');
export const whole = (description: string) => field(Type.Integer({ description }), 'integer');
/** A number that stands for a word: the words by their numbers. */
export const code = (description: string, meanings: Readonly<Record<number, string>>) =>
  field(Type.Integer({ description: `${description}: ${Object.entries(meanings).map(([number, word]) => `${number} ${word}`).join(', ')}` }), 'integer');
export const yen = (description: string) => field(Type.Number({ description: `${description}, in yen with up to two decimals` }), 'decimal');
export const number = (description: string) => field(Id(description), 'integer');
export const numberOrNone = (description: string) => field(Nullable(Id(description)), 'integer');
export const dayOrNone = (description: string) => field(Nullable(Day(description)), 'day');
export const time = (description: string): Field => ({ ...field(Time(description), 'time'), read: stored => (stored instanceof Date ? stored.toISOString() : stored) });
export const timeOrNone = (description: string): Field => ({ ...time(description), schema: Nullable(Time(description)) });
export const shown = (schema: TSchema, read?: (stored: unknown) => unknown): Field => ({ ...field(schema, null), ...(read && { read }) });

/** The same field, hidden from agencies. */
export const internal = (open: Field): Field => ({ ...open, schema: Nullable(open.schema), internal: true });

/** What every entity has. */
export const kept = {
  status: flag('false: deleted'),
  created_at: time('When it was made'),
  updated_at: time('When it was last changed'),
};
