import { Type, type TSchema } from '@fastify/type-provider-typebox';
import type { Access } from '../http/access.ts';
import type { KeyArea, WriteScope } from '../http/visibility.ts';
import type { Paging } from '../http/paging.ts';
import type { Fault, FaultCode } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import { Day, Id, Nullable, Time } from '../http/schemas.ts';
import type { EntityName, FieldOf } from '../store/postgres/entities/entity-sources.ts';
import type { Holder } from '../store/postgres/entities/parents.ts';

/** How a field is written; a field without this is read-only. */
export interface Writing {
  /** Schema of the field in forms, with all constraints. */
  readonly schema: TSchema;
  /** Whether a form must contain the field. */
  readonly required: boolean;
  /** Value of a new row whose form does not contain the field. */
  readonly initial: unknown;
  /** Whether the field can be set at creation only. */
  readonly fixed: boolean;
  /** Converts an input value to the stored value. */
  readonly store?: (input: unknown) => unknown;
  /**
   * A secret is never shown, nor recorded in the audit log: answers have {@link UNCHANGED_SECRET} where one is stored, and
   * a form with that text leaves it unchanged.
   */
  readonly secret?: boolean;
  /** The store has the secret encrypted. */
  readonly sealed?: boolean;
  /** The value is an address or a query; the audit log has it without the values of a visitor. */
  readonly isAddress?: boolean;
}

/** How files show a field whose value is a code: as text, from the console's messages. */
export interface FileWords {
  /**
   * Parts of an object, each a column with the heading `<heading>.<part>`; absent: one column with the heading
   * `<heading>`.
   */
  readonly parts?: readonly string[];
  readonly heading: string;
  /** Prefix of the messages of values: `<words>.<value>`. */
  readonly words: string;
}

/** Mask that replaces a stored secret in answers. */
export const UNCHANGED_SECRET = '********';

/** A field of an entity: its schema, filter and sort behaviour, visibility and writing. */
export interface Field {
  readonly schema: TSchema;
  /** Type for filters and sorting; null: neither is possible (lists and objects). */
  readonly kind: Kind | null;
  /** Hidden from agency users, who get null and may not filter or sort by the field. */
  readonly internal: boolean;
  /**
   * Scope of those who may read the field: a role that may write in it, and keys with its level `write`. Others get null.
   * Absent: who may read the row. Only for fields without a `kind`, by which nobody can filter or sort.
   */
  readonly readers?: WriteScope;
  /** Answered with a single row only; null in lists, and absent from files. */
  readonly single?: boolean;
  /** Converts a stored value to the answered value. */
  readonly read?: (stored: unknown, context: ReadContext) => unknown;
  /** All possible values. */
  readonly choices?: readonly (string | number)[];
  readonly file?: FileWords;
  readonly write?: Writing;
}

/** Settings that {@link Field.read} needs besides the row. */
export interface ReadContext {
  /** Public base address of the program, for tags and links. */
  readonly publicUrl: string;
}

/** A row as a form has it: every writable field, by its name in the contract. */
export type Draft = Readonly<Record<string, unknown>>;
/** The caller of a change, as far as rules depend on the caller. */
export interface Requester {
  readonly ip: string;
  /** Absent: no. */
  readonly hasSecondFactor?: boolean;
}
/** Faults of a draft, by field. */
export type DraftFaults = Readonly<Record<string, readonly (Fault | FaultCode)[]>>;

/**
 * A field with the id of another row: of the same company, of the same product where both have one, and not deleted.
 */
export interface Reference {
  readonly to: EntityName;
  /** Required values of the referenced row, by field. */
  readonly where?: Readonly<Record<string, string | number | boolean>>;
}

/** How rows of an entity are written. */
export interface EntityWriting<Name extends EntityName = EntityName> {
  /** Method of an update. An absent field is not changed with either; PUT requires the required fields. */
  readonly verb: 'put' | 'patch';
  /** Who may create, update, and remove or restore; an absent operation has no route. */
  readonly create?: WriteScope;
  readonly update?: WriteScope;
  readonly remove?: WriteScope;
  /** The row to which a row belongs; a row cannot be restored while that row is deleted. */
  readonly holder?: Holder & { readonly field: FieldOf<Name> };
  readonly references?: Partial<Readonly<Record<FieldOf<Name>, Reference>>>;
  /**
   * Rules between fields; called only for drafts whose fields are valid each. Pure.
   *
   * @param before the row before the change; empty for a new row
   */
  readonly rules?: (draft: Draft, requester: Requester, before: Draft) => DraftFaults;
  /** Unique indexes of the table, with the field that is reported on a violation. */
  readonly unique?: Readonly<Record<string, FieldOf<Name>>>;
}

/** Descriptor of an entity, from which its routes, forms and downloads are generated. */
export interface Entity<Name extends EntityName = EntityName> {
  /** Name of the list in GraphQL: `cvSettings`. */
  readonly name: Name;
  /** Name of one row in GraphQL: `cvSetting`. */
  readonly one: string;
  /** Name in the address: `cv_settings`. */
  readonly path: string;
  /** Component name in the contract: `CvSetting`; the forms are `CvSettingForm` and `CvSettingChange`. */
  readonly component: string;
  readonly description: string;
  /** Field that identifies a row for users, for example in selections. */
  readonly label: FieldOf<Name>;
  /** Text and number fields that the quick search includes. */
  readonly searched: readonly FieldOf<Name>[];
  readonly fields: Readonly<Record<FieldOf<Name>, Field>>;
  readonly writing?: EntityWriting<Name>;
  /** Order of a list whose query states none; default: by ascending id. */
  readonly sort?: Paging['sort'];
  /** Users who may read the rows; absent: everybody, within the limits of the source. */
  readonly readers?: WriteScope;
  /** Scope that API keys need; `none`: they are refused, because the rows belong to persons. Default: `settings`. */
  readonly keyScope?: KeyArea | 'none';
}

/** Who may call the read routes of an entity. */
export const readAccessOf = ({
  readers,
  keyScope = 'settings',
}: Pick<Entity, 'readers' | 'keyScope'>): Access => {
  if (readers !== undefined) return { write: readers };
  return keyScope === 'none' ? 'person' : { personOrKey: keyScope };
};

/** Declares an entity; the type checks that its fields are exactly those of its source. */
export const entity = <Name extends EntityName>(stated: Entity<Name>): Entity<Name> => stated;

const field = (schema: TSchema, kind: Kind | null): Field => ({ schema, kind, internal: false });

export const text = (description: string) => field(Type.String({ description }), 'text');
export const textOrNone = (description: string) => field(Nullable(Type.String({ description })), 'text');
export const flag = (description: string) => field(Type.Boolean({ description }), 'boolean');
export const integer = (description: string) => field(Type.Integer({ description }), 'integer');
/** A number with a fixed meaning, such as a type. @param meanings meaning of each value */
export const code = (description: string, meanings: Readonly<Record<number, string>>): Field => ({
  ...field(
    Type.Integer({
      description: `${description}: ${Object.entries(meanings)
        .map(([number, word]) => `${number} ${word}`)
        .join(', ')}`,
    }),
    'integer',
  ),
  choices: Object.keys(meanings).map(Number),
});
/** A text that has one of a few values. */
export const word = (description: string, choices: readonly string[]): Field => ({
  ...text(`${description}: ${choices.join(', ')}`),
  choices,
});
export const yen = (description: string) =>
  field(Type.Number({ description: `${description}, in yen with up to two decimals` }), 'decimal');
export const number = (description: string) => field(Id(description), 'integer');
/** A number that may be 0: no row. */
export const numberOrZero = (description: string) =>
  field(Type.Integer({ minimum: 0, description }), 'integer');
export const numberOrNone = (description: string) => field(Nullable(Id(description)), 'integer');
export const day = (description: string) => field(Day(description), 'day');
export const dayOrNone = (description: string) => field(Nullable(Day(description)), 'day');
export const time = (description: string): Field => ({
  ...field(Time(description), 'time'),
  read: stored => (stored instanceof Date ? stored.toISOString() : stored),
});
export const timeOrNone = (description: string): Field => ({
  ...time(description),
  schema: Nullable(Time(description)),
});
export const shown = (schema: TSchema, read?: Field['read']): Field => ({
  ...field(schema, null),
  ...(read && { read }),
});
/** A list of texts, which is written as a whole. */
export const texts = (description: string) => shown(Type.Array(Type.String(), { description }));

/** Hides a field from agency users. */
export const internal = (open: Field): Field => ({ ...open, schema: Nullable(open.schema), internal: true });

/** Restricts a field to callers who may write in a scope: it is a secret that permits what they may do anyway. */
export const forWriters = (scope: WriteScope, open: Field): Field => {
  if (open.kind !== null) throw new Error('a secret must not be found by filters');
  return { ...open, schema: open.internal ? open.schema : Nullable(open.schema), readers: scope };
};

/** Restricts a field to single rows; lists and files leave it out. */
export const single = (open: Field): Field => ({
  ...open,
  schema: open.internal || open.readers !== undefined ? open.schema : Nullable(open.schema),
  single: true,
});

/** Status and timestamps of every entity. */
export const lifecycleFields = {
  status: flag('false: the row is deleted'),
  created_at: time('Time of creation'),
  updated_at: time('Time of the last change'),
};
