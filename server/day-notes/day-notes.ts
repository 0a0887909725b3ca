import { product_id } from '../entities/ads.ts';
import { day, entity, internal, lifecycleFields, number, text } from '../records/entity.ts';
import { required } from '../records/writing.ts';

/** Longest text of a note in characters; it is shown in the tooltip of a chart. */
export const MAX_DAY_NOTE_LENGTH = 300;

/** Entity of notes on days, which charts over time show at their days. */
export const dayNotes = entity({
  name: 'dayNotes',
  one: 'dayNote',
  path: 'day_notes',
  component: 'DayNote',
  label: 'text',
  description:
    'Notes on days of a product, shown in charts over time. Agency users see those of their agency, on the products granted to it.',
  searched: ['text'],
  keyScope: 'reports',
  fields: {
    product_id,
    user_id: number('User who wrote the note'),
    user_name: internal(text('Name of the author')),
    day: required(day('The day in Tokyo time')),
    text: required(text('Text of the note'), { maxLength: MAX_DAY_NOTE_LENGTH }),
    ...lifecycleFields,
  },
  // The routes allow every signed-in user, and a guard checks each row (routes.ts).
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' } },
  },
});
