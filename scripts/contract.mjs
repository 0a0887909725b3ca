// Regenerates what derives from the REST routes: contract, gateway, schema, operations of entities and reports, typed
// documents; the words of files from the messages; and the reports of boards from the declarations of analyses. Tests
// compare all of it with the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGateway, root, run, runTool } from './prepare.mjs';

run(process.execPath, ['--import', 'tsx', 'scripts/words.ts', 'server/wording/words.json']);
run(process.execPath, ['--import', 'tsx', 'scripts/board-reports.ts', 'server/boards/reports.json']);
run(process.execPath, ['--import', 'tsx', 'scripts/openapi.ts', 'mesh/openapi.json']);
buildGateway();
const { constraintsOf } = await import('./constraints.ts');
const { publicSchema } = await import('../mesh/schema.ts');
const { standardOperationsOf } = await import('./operations.ts');
const { reportOperationsOf } = await import('./report-operations.ts');
const { entities } = await import('../server/entities/entities.ts');
const schema = publicSchema(readFileSync(join(root, '.mesh/schema.graphql'), 'utf8'));
writeFileSync(join(root, 'graphql/schema.graphql'), schema);
writeFileSync(join(root, 'graphql/entities.graphql'), standardOperationsOf(schema, entities));
writeFileSync(join(root, 'graphql/reports.graphql'), reportOperationsOf(schema));
writeFileSync(
  join(root, 'graphql/generated/constraints.ts'),
  constraintsOf(JSON.parse(readFileSync(join(root, 'mesh/openapi.json'), 'utf8'))),
);
runTool('@graphql-codegen/cli/cjs/bin.js', ['--config', 'codegen.ts']);
