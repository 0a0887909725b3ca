import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * Typed documents of the console's operations: `import { AdsDocument } from
 * '../../graphql/generated/graphql.ts'`.
 */
const config: CodegenConfig = {
  schema: 'graphql/schema.graphql',
  documents: ['graphql/operations/*.graphql', 'graphql/entities.graphql', 'graphql/reports.graphql'],
  silent: true,
  generates: {
    'graphql/generated/': {
      preset: 'client',
      // Fragments are plain types, because no component is restricted to the fields of its own fragment.
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        arrayInputCoercion: false,
        scalars: { JSON: 'unknown' },
        defaultScalarType: 'unknown',
      },
    },
  },
};
export default config;
