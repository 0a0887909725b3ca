import { Type, type TSchema } from '@fastify/type-provider-typebox';
import type { WriteScope } from '../http/visibility.ts';
import type { Fault, FaultCode } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import { Day, Id, Nullable, Time } from '../http/schemas.ts';
import type { EntityName, FieldOf } from '../store/postgres/entities/entity-sources.ts';
import type { Holder } from '../store/postgres/entities/parents.ts';

/** How a field is written; a field without this is read only. */
export interface Writing {
  /** What a form may say: the one place of the field's constraints. */
  readonly schema: TSchema;
  /** A form must say it. */
  readonly required: boolean;
  /** What it is where a new row's form does not say it. */
  readonly initial: unknown;
  /** Said when the row is made, and the same ever after. */
  readonly fixed: boolean;
  /** Converts an input value to the stored value. */
  readonly store?: (input: unknown) => unknown;
  /**
   * Never shown again, in the audit log either: answers say whether there is one, by {@link KEPT_SECRET}, and
   * a form that says that leaves it as it is.
   */
  readonly secret?: boolean;
}

/** How a field stands in files where its value alone would be a code: in words, by the console's messages. */
export interface FileWords {
  /**
   * The parts of an object: each is a column of its own, headed by `<heading>.<part>`. None: the field is one
   * column, headed by `<heading>`.
   */
  readonly parts?: readonly string[];
  readonly heading: string;
  /** A value is shown as the message `<words>.<value>`. */
  readonly words: string;
}

/** What stands for a secret that there is. */
export const KEPT_SECRET = '********';

/**
 * One field of an entity: its schema, how lists filter and sort by it, who may see it, and how it is written.
 */
export interface Field {
  readonly schema: TSchema;
  /** null: shown only, for lists and objects. */
  readonly kind: Kind | null;
  /**
   * Seen by the company's own people only; an agency user gets null, and may not filter or sort by it either.
   */
  readonly internal: boolean;
  /** Answered where one row is asked for; null in lists, and in no file. */
  readonly single?: boolean;
  /** From the value as it is stored to the value as it is answered. */
  readonly read?: (stored: unknown, context: ReadContext) => unknown;
  /** The only values that it has. */
  readonly choices?: readonly (string | number)[];
  readonly file?: FileWords;
  readonly write?: Writing;
}

/** What answers know beside the row. */
export interface ReadContext {
  /** Where browsers and partners reach the program: the base of tags and links. */
  readonly publicUrl: string;
}

/** A row as a form says it: every field that can be written, by its name outside. */
export type Draft = Readonly<Record<string, unknown>>;
/** Who asks for a change, as far as rules look at him. */
export interface Asker {
  readonly ip: string;
}
/** What is wrong with a draft, by field. */
export type DraftFaults = Readonly<Record<string, readonly (Fault | FaultCode)[]>>;

/**
 * A field that holds the number of another row: of the same company, of the same product where both have one,
 * and not deleted.
 */
export interface Reference {
  readonly to: EntityName;
  /** What that row must be besides, by the names of its fields. */
  readonly where?: Readonly<Record<string, string | number | boolean>>;
}

/** How rows of an entity are changed. */
export interface EntityWriting<Name extends EntityName = EntityName> {
  /** PUT says a row whole, PATCH some fields of it. Either way a field that is left out stays as it is. */
  readonly verb: 'put' | 'patch';
  /**
   * Who may do what; what is not named cannot be done. `remove` is deleting, which is marking, and its
   * undoing.
   */
  readonly create?: WriteScope;
  readonly update?: WriteScope;
  readonly remove?: WriteScope;
  /** The row that a row of this is nothing without: it is not brought back while that is deleted. */
  readonly holder?: Holder & { readonly field: FieldOf<Name> };
  readonly references?: Partial<Readonly<Record<FieldOf<Name>, Reference>>>;
  /**
   * What must hold between fields; called only for drafts each of whose fields is right. Pure.
   *
   * @param before the row before the change; empty for a new row
   */
  readonly rules?: (draft: Draft, asker: Asker, before: Draft) => DraftFaults;
  /** Unique indexes of its table, and the field that is at fault when a row breaks one. */
  readonly unique?: Readonly<Record<string, FieldOf<Name>>>;
}

/** A plain entity: everything about it that is not the same for all. */
export interface Entity<Name extends EntityName = EntityName> {
  /** The name of its list in the gateway: `cvSettings`. */
  readonly name: Name;
  /** The name of one: `cvSetting`. */
  readonly one: string;
  /** Its name in the address: `cv_settings`. */
  readonly path: string;
  /**
   * What its rows are called in the contract: `CvSetting`; its forms are `CvSettingForm` and
   * `CvSettingChange`.
   */
  readonly component: string;
  readonly description: string;
  /** The field by which people know a row: its title in selections. */
  readonly label: FieldOf<Name>;
  /** The fields that a quick search looks into: texts and numbers. */
  readonly searched: readonly FieldOf<Name>[];
  readonly fields: Readonly<Record<FieldOf<Name>, Field>>;
  readonly writing?: EntityWriting<Name>;
}

/** States an entity; its fields must be those of its source, no more and no less. */
export const entity = <Name extends EntityName>(stated: Entity<Name>): Entity<Name> => stated;

const field = (schema: TSchema, kind: Kind | null): Field => ({ schema, kind, internal: false });

export const text = (description: string) => field(Type.String({ description }), 'text');
export const textOrNone = (description: string) => field(Nullable(Type.String({ description })), 'text');
export const flag = (description: string) => field(Type.Boolean({ description }), 'boolean');
export const integer = (description: string) => field(Type.Integer({ description }), 'integer');
/** A number that stands for a word: the words by their numbers. */
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
/** One of a few words. */
export const word = (description: string, choices: readonly string[]): Field => ({
  ...text(`${description}: ${choices.join(', ')}`),
  choices,
});
export const yen = (description: string) =>
  field(Type.Number({ description: `${description}, in yen with up to two decimals` }), 'decimal');
export const number = (description: string) => field(Id(description), 'integer');
export const numberOrNone = (description: string) => field(Nullable(Id(description)), 'integer');
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
/** Several texts: shown, and written whole. */
export const texts = (description: string) => shown(Type.Array(Type.String(), { description }));

/** The same field, hidden from agencies. */
export const internal = (open: Field): Field => ({ ...open, schema: Nullable(open.schema), internal: true });

/** The same field, answered where one row is asked for and left out of lists and files. */
export const single = (open: Field): Field => ({
  ...open,
  schema: open.internal ? open.schema : Nullable(open.schema),
  single: true,
});

/** The status and timestamps of every entity. */
export const lifecycleFields = {
  status: flag('false: deleted'),
  created_at: time('When it was made'),
  updated_at: time('When it was last changed'),
};
