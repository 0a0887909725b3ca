import type { FastifyInstance } from 'fastify';
import { Failure } from '../http/failures.ts';
import type { Mapping } from './columns.ts';
import { limits, refuseFile, type FileFormat } from './sheet.ts';

/** Files as request bodies, which are received as bytes. */

export const CONTENT_TYPES: Readonly<Record<string, FileFormat>> = {
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/json': 'json',
};

/** Body of a file in the contract: any of the formats, without a schema. */
export const FileBody = {
  content: Object.fromEntries(
    Object.keys(CONTENT_TYPES).map(type => [type, { schema: { description: 'Content of the file' } }]),
  ),
};

/** Accepts files as bodies in `scope`, and no other content types. */
export const takeFiles = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    Object.keys(CONTENT_TYPES),
    { parseAs: 'buffer', bodyLimit: limits.bytes },
    (_request, body, done) => {
      done(null, body);
    },
  );
};

/** Reads the file of a request and its format. @throws {Failure} `invalid`: the file is missing */
export const fileOf = (
  request: { readonly body: unknown; readonly headers: { readonly 'content-type'?: string | undefined } },
  format?: string,
): { readonly bytes: Buffer; readonly format: FileFormat } => {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw refuseFile('file_empty');
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  return { bytes: request.body, format: (format as FileFormat | undefined) ?? CONTENT_TYPES[type] ?? 'csv' };
};

/** Parses the mapping of a query. @throws {Failure} `invalid` */
export const mappingOf = (text: string | undefined): Mapping => {
  if (text === undefined || text === '') return {};
  const wrong = () => new Failure('invalid', { fields: { mapping: ['type'] } });
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== 'object' || found === null || Array.isArray(found)) throw wrong();
    const entries = Object.entries(found as Record<string, unknown>);
    if (entries.length > limits.columns || entries.some(([, heading]) => typeof heading !== 'string'))
      throw wrong();
    return found as Mapping;
  } catch (error) {
    throw error instanceof SyntaxError ? wrong() : error;
  }
};
