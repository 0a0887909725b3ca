import type { FastifyInstance } from 'fastify';
import { codedCell, textCell, timeCell, type CellOf } from '../downloads/cells.ts';
import { serveFiles } from '../downloads/serve.ts';
import type { Words } from '../downloads/words.ts';
import type { Parts } from '../parts.ts';
import { readAllInteractions, type Question } from './interactions.ts';
import { Interaction, InteractionQuery } from './schemas.ts';

/** The files of the reference log: all rows of its pages. */

const { after: _after, limit: _limit, ...question } = InteractionQuery.properties;
/** Why reports leave a contact out, in one column as the screen has it. */
const LEFT_OUT = 'left_out';
const TIMES = new Set(['reference_time', 'first_reference_time']);
const FLAGS = new Set(['bot', 'repeated', 'excluded']);

const cellOf = (column: string, words: Words): CellOf => {
  if (TIMES.has(column)) return timeCell;
  if (FLAGS.has(column)) return codedCell(words.flags);
  if (column === 'device') return value => (value === '' ? '' : words.tag(String(value)));
  if (column === LEFT_OUT) return value => (value as readonly string[]).map(reason => words.tag(reason)).join(', ');
  return textCell;
};

export const serveInteractionFiles = (app: FastifyInstance, parts: Pick<Parts, 'db' | 'columnar' | 'clock'>): void => serveFiles(app, parts, {
  name: 'interactions', path: 'logs/interactions', tag: 'logs', access: { permission: ['interaction_log', 'read'] }, title: 'log.reference.title',
  query: question,
  columns: [...Object.keys(Interaction.schema.properties), LEFT_OUT],
  cellOf,
  open: async (viewer, asked, use) => {
    const { count, batches } = await readAllInteractions(parts, viewer, asked as unknown as Question);
    const told = async function* () {
      for await (const rows of batches) {
        yield rows.map(row => ({ ...row, [LEFT_OUT]: [row.bot && 'bot', row.repeated && 'repeated', row.excluded && 'excluded_ip'].filter(Boolean) }));
      }
    };
    await use({ count, batches: told() });
  },
});
