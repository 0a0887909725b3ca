import { Type } from '@fastify/type-provider-typebox';
import { entity, flag, internal, lifecycleFields, number, shown, text, texts } from '../records/entity.ts';
import { fixed, LENGTHS, optional, optionalFlag, required } from '../records/writing.ts';

const MAX_COLUMNS = 200;
const columns = { maxItems: MAX_COLUMNS, items: Type.String({ minLength: 1, maxLength: LENGTHS.code }) };

/** Entity of saved views: the state of a list or report under a name. */
export const savedViews = entity({
  name: 'savedViews',
  one: 'savedView',
  path: 'saved_views',
  component: 'SavedView',
  label: 'name',
  description: "Named states of lists and reports: the user's own, and those shared with the company.",
  searched: ['name'],
  fields: {
    user_id: number('Whose it is'),
    user_name: internal(text('His name')),
    screen: fixed(
      required(text('Which list or report it is of: ads, asps, users, analysis_attribution, ..'), {
        maxLength: LENGTHS.code,
      }),
    ),
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    address: optional(
      shown(
        Type.String({
          description: 'The query of the address, without the product',
        }),
      ),
      '',
      { maxLength: LENGTHS.url },
    ),
    hidden: optional(texts('Columns that are not shown'), [], columns),
    shared: optionalFlag(flag('Read by everybody of the company')),
    ...lifecycleFields,
  },
  // The routes allow every signed-in user, and a guard checks each row (routes.ts).
  writing: { verb: 'put', create: 'settings', update: 'settings', remove: 'settings' },
});
