import { nameOf, type Read } from './values.ts';

/**
 * Creates a lookup of ids by name: an exact match, else a match that ignores width and case. The lookup yields the
 * fault `no_such` without a match, and `several` for an ambiguous name.
 */
export const createNames = (
  things: readonly { readonly id: number; readonly name: string }[],
): ((name: string) => Read<number>) => {
  const [exactly, roughly] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const put = (into: Map<string, number[]>, key: string, id: number) => {
    const ids = into.get(key);
    if (ids === undefined) into.set(key, [id]);
    else ids.push(id);
  };
  for (const { id, name } of things) {
    put(exactly, name, id);
    put(roughly, nameOf(name), id);
  }
  return name => {
    const [one, ...others] = exactly.get(name) ?? roughly.get(nameOf(name)) ?? [];
    if (one === undefined) return { fault: { code: 'no_such' } };
    return others.length > 0 ? { fault: { code: 'several' } } : { value: one };
  };
};
