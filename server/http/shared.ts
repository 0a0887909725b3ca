import type { Contract } from './openapi.ts';

/**
 * Moves parameters that several operations have to `components.parameters`: lists and their downloads have the same
 * parameters, which made the contract three times as large.
 */

interface Parameter {
  readonly name: string;
  readonly in: string;
}
interface Operation {
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Parameters that occur more than once, by their JSON, with the tags of their operations. */
const repeatedIn = (
  paths: Paths,
): ReadonlyMap<string, { readonly parameter: Parameter; readonly tags: ReadonlySet<string> }> => {
  const found = new Map<string, { parameter: Parameter; tags: Set<string>; times: number }>();
  for (const { parameters = [], tags = [] } of Object.values(paths).flatMap(path => Object.values(path))) {
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter);
      const known = found.get(text) ?? { parameter, tags: new Set(), times: 0 };
      known.times += 1;
      for (const tag of tags) known.tags.add(tag);
      found.set(text, known);
    }
  }
  return new Map([...found].filter(([, { times }]) => times > 1));
};

/**
 * Shares the parameters of a contract's operations. Parameters of one list are named after the list, so that a change
 * there renames no other parameter.
 */
export const shareParameters = (contract: Contract): Contract => {
  const paths = contract['paths'] as Paths;
  const repeated = repeatedIn(paths);
  const named = new Map<string, Parameter>();
  const nameOf = new Map<string, string>();
  for (const [text, { parameter, tags }] of [...repeated].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const base = tags.size === 1 ? `${[...tags][0]}.${parameter.name}` : parameter.name;
    let name = base;
    for (let number = 2; named.has(name); number++) name = `${base}.${number}`;
    named.set(name, parameter);
    nameOf.set(text, name);
  }
  const shared = (parameter: Parameter): object => {
    const name = nameOf.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  };
  return {
    ...contract,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            operation.parameters === undefined
              ? operation
              : { ...operation, parameters: operation.parameters.map(shared) },
          ]),
        ),
      ]),
    ),
    components: {
      ...(contract['components'] as object),
      ...(named.size > 0 && {
        parameters: Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      }),
    },
  };
};
