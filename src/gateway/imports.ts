import { createRest, type RestOutside, type Session } from './rest.ts';

export type ImportKind = 'ads' | 'costs';

/**
 * A chosen file, the kind and product of its rows, and a mapping of columns that its headings do not
 * determine.
 */
export interface ChosenFile {
  readonly file: File;
  readonly kind: ImportKind;
  readonly productId: number;
  readonly mapping?: Readonly<Record<string, string>>;
}

/** One error in one row; row 0: in the file itself. */
export interface ImportError {
  readonly row: number;
  readonly field: string;
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}
export interface ImportCounts {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly same: number;
}
export interface ImportPreview {
  readonly digest: string;
  readonly total: number;
  readonly error_total: number;
  readonly counts: ImportCounts;
  readonly columns: readonly { readonly field: string; readonly heading: string }[];
  readonly unknown: readonly string[];
  readonly rows: readonly {
    readonly row: number;
    readonly action: keyof ImportCounts;
    readonly values: Readonly<Record<string, unknown>>;
    /** Names of the rows to which values refer, by field. */
    readonly names: Readonly<Record<string, string>>;
  }[];
  readonly errors: readonly ImportError[];
  /** The product's ad cost linkage is off: the costs would be stored but not counted. */
  readonly costs_unused: boolean;
  /** Number of further sheets with rows, which are not imported. */
  readonly unread_sheets: number;
  /** Costs whose day has not come: their number, and the first of them. */
  readonly future_days: { readonly total: number; readonly row: number; readonly day: string } | null;
}
export interface ImportOutcome {
  readonly total: number;
  readonly counts: ImportCounts;
  readonly costs_unused: boolean;
}
export interface UploadedRun {
  readonly id: number;
  readonly state: string;
  readonly failure: string;
  readonly applied: number;
}

/** Uploads of files to import. All reject with a `Failure`; `signal` aborts the request. */
export interface Imports {
  readonly preview: (chosen: ChosenFile, signal: AbortSignal) => Promise<ImportPreview>;
  readonly apply: (chosen: ChosenFile, digest: string, signal: AbortSignal) => Promise<ImportOutcome>;
  /** Runs a scheduled import with a file instead of the one from its source. */
  readonly upload: (settingId: number, file: File, signal: AbortSignal) => Promise<UploadedRun>;
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  txt: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
};

/**
 * Content type by file extension: browsers know too few types, and Windows reports CSV files as Excel sheets.
 */
export const typeOf = ({ name }: { readonly name: string }): string =>
  TYPES[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'text/csv';

export const createImports = (api: string, session: Session, outside: RestOutside = {}): Imports => {
  const request = createRest(session, outside);
  const send = async <Answer>(address: string, file: File, signal: AbortSignal): Promise<Answer> =>
    (await (
      await request(
        address,
        { method: 'POST', headers: { 'content-type': typeOf(file) }, body: file },
        signal,
      )
    ).json()) as Answer;
  const addressOf = (
    step: string,
    { kind, productId, mapping = {} }: ChosenFile,
    more: Readonly<Record<string, string>> = {},
  ) =>
    `${api}/imports/${step}/?${new URLSearchParams({ product_id: String(productId), kind, ...(Object.keys(mapping).length > 0 && { mapping: JSON.stringify(mapping) }), ...more })}`;
  return {
    preview: (chosen, signal) => send(addressOf('preview', chosen), chosen.file, signal),
    apply: (chosen, digest, signal) => send(addressOf('apply', chosen, { digest }), chosen.file, signal),
    upload: (settingId, file, signal) => send(`${api}/sync_settings/${settingId}/upload/`, file, signal),
  };
};
