import { Type } from '@fastify/type-provider-typebox';
import { entity, flag, internal, lifecycleFields, number, shown, text, texts } from '../records/entity.ts';
import { filteringAddress, fixed, LENGTHS, optional, optionalFlag, required } from '../records/writing.ts';

const MAX_COLUMNS = 200;
const columns = { maxItems: MAX_COLUMNS, items: Type.String({ minLength: 1, maxLength: LENGTHS.code }) };

/** Entity of saved views: the state of a list or report under a name. */
export const savedViews = entity({
  name: 'savedViews',
  one: 'savedView',
  path: 'saved_views',
  component: 'SavedView',
  label: 'name',
  description: 'Saved views of lists and reports: those of the user, and those shared with the company.',
  keyScope: 'none',
  searched: ['name'],
  fields: {
    user_id: number('User who owns the view'),
    user_name: internal(text('Name of the owner')),
    screen: fixed(
      required(text('List or report of the view, for example ads, asps, users or analysis_attribution'), {
        maxLength: LENGTHS.code,
      }),
    ),
    name: required(text('Name of the view'), { maxLength: LENGTHS.name }),
    address: filteringAddress(
      optional(
        shown(
          Type.String({
            description: 'Query string of the console address, without the product',
          }),
        ),
        '',
        { maxLength: LENGTHS.url },
      ),
    ),
    hidden: optional(texts('Hidden columns'), [], columns),
    shared: optionalFlag(flag('Whether all users of the company can read the view')),
    ...lifecycleFields,
  },
  // The routes allow every signed-in user, and a guard checks each row (routes.ts).
  writing: { verb: 'put', create: 'settings', update: 'settings', remove: 'settings' },
});
