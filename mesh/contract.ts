/**
 * The REST contract as Mesh reads it at its build: the committed snapshot, without the constraints that it would judge values by itself.
 */
import { meshContract } from '../server/http/openapi.ts';
import document from './openapi.json' with { type: 'json' };

export default meshContract(document);
