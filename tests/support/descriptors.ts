import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyFilter, Choices } from '../../src/resources/filter.ts';
import type { LogLink } from '../../src/resources/log.ts';
import type { WriteScope } from '../../src/resources/resource.ts';

/** All descriptors of the console, found by their folders, so that a new one needs no entry in the tests. */

interface SomeColumn {
  readonly field: string;
  readonly format: string;
}
type SomeField = Pick<AnyFilter, 'field'> & {
  readonly widget: string;
  readonly choices?: Choices;
  readonly section?: string;
};

export interface SomeResource {
  readonly name: string;
  readonly operations: {
    readonly page: unknown;
    readonly one?: unknown;
    readonly create?: unknown;
    readonly update?: unknown;
    readonly remove?: unknown;
    readonly restore?: unknown;
  };
  readonly columns: readonly SomeColumn[];
  readonly filters?: readonly AnyFilter[];
  readonly form?: {
    readonly blank: object;
    readonly fields: readonly SomeField[];
    readonly constraints: object;
  };
  readonly page?: string;
  readonly selection?: string;
  readonly write?: WriteScope;
  readonly keeping?: WriteScope;
}
export interface SomeLog {
  readonly name: string;
  readonly list: string;
  readonly columns: readonly SomeColumn[];
  readonly filters: readonly AnyFilter[];
  readonly path: string;
  readonly sorted?: readonly string[];
  readonly one?: { readonly page: string };
  readonly links?: readonly LogLink<object>[];
  readonly tabs?: { readonly field: string; readonly of: readonly { readonly id: string }[] };
}
export interface SomeAnalysis {
  readonly name: string;
  readonly columns: readonly { readonly metric: string }[];
  readonly chart: object;
  readonly controls: readonly string[];
  readonly filters: readonly AnyFilter[];
  readonly views: readonly string[];
  readonly below?: string;
}

const exported = async (folder: string): Promise<object[]> => {
  const modules = await Promise.all(
    readdirSync(folder)
      .filter(file => file.endsWith('.ts'))
      .sort()
      .map(file => import(/* @vite-ignore */ resolve(folder, file)) as Promise<object>),
  );
  return modules
    .flatMap(module => Object.values(module) as unknown[])
    .filter((value): value is object => typeof value === 'object' && value !== null);
};
const having = <Shape extends object>(
  values: readonly object[],
  ...keys: readonly (keyof Shape & string)[]
): readonly Shape[] => values.filter((value): value is Shape => keys.every(key => key in value));

const [ofResources, ofAnalyses] = await Promise.all([exported('src/resources'), exported('src/analyses')]);
export const resources = having<SomeResource>(ofResources, 'name', 'operations', 'columns');
/** The result logs, too. */
export const logs = having<SomeLog>(ofResources, 'name', 'list', 'columns', 'filters');
export const analyses = having<SomeAnalysis>(ofAnalyses, 'name', 'columns', 'chart', 'controls');
