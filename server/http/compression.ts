import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Answers below this size in bytes fit into the first packets uncompressed. */
const THRESHOLD = 1024;

/**
 * Compresses pages and JSON of a scope for browsers that accept it. An answer's size tells nothing about a secret:
 * callers identify themselves by a header that other pages cannot send, so no other page can make a browser ask.
 */
export const compressAnswers = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: THRESHOLD,
    customTypes: /^(?:application\/(?:graphql-response\+)?json|text\/html)(?:;|$)/,
    // Higher levels take longer than the bytes they save.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  });
};
