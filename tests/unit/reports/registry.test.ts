import { expect, test } from 'vitest';
import { ANALYSES } from '../../../server/reports/analyses/registry.ts';

test.each(ANALYSES.map(analysis => [analysis.file.name, analysis] as const))(
  'the answer of %s refers only to components that the analysis states',
  (_, { components }) => {
    const known = new Set(components.map(({ schema }) => ('$id' in schema ? schema.$id : null)));
    const named = [...JSON.stringify(components).matchAll(/"\$ref":"(\w+)#"/g)].map(([, name]) => name);
    expect(named.filter(name => !known.has(name))).toEqual([]);
  },
);

test('no two analyses have the same name or address', () => {
  for (const values of [ANALYSES.map(({ file }) => file.name), ANALYSES.map(({ file }) => file.path)])
    expect(values).toEqual([...new Set(values)]);
});
