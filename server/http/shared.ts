import type { Contract } from './openapi.ts';

/**
 * Says parameters that several operations take once, under `components.parameters`: a list, its two files and
 * much besides are asked the same, and the
 * contract was three times as long for it.
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

/** Parameters that are said more than once, by what they say: who takes them. */
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
 * A contract with the parameters of its operations shared. Those of one list are named after it, so that a
 * change of one renames no other's.
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
