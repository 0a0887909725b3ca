// Renews what is generated from the REST routes: contract, gateway, schema, typed documents. The tests compare all of it with the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGateway, root, run, runTool } from './prepare.mjs';

run(process.execPath, ['--import', 'tsx', 'scripts/openapi.ts', 'mesh/openapi.json']);
buildGateway();
const { publicSchema } = await import('../mesh/schema.ts');
writeFileSync(join(root, 'graphql/schema.graphql'), publicSchema(readFileSync(join(root, '.mesh/schema.graphql'), 'utf8')));
runTool('@graphql-codegen/cli/cjs/bin.js', ['--config', 'codegen.ts']);
