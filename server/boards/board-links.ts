import {
  entity,
  lifecycleFields,
  number,
  text,
  textOrNone,
  time,
  timeOrNone,
  word,
} from '../records/entity.ts';

export const BOARD_LINK_STATES = ['open', 'expired', 'revoked', 'suspended'] as const;

/** Links to boards for people without an account. They are made and revoked by routes of their own. */
export const boardLinks = entity({
  name: 'boardLinks',
  one: 'boardLink',
  path: 'board_links',
  component: 'BoardLink',
  label: 'name',
  description:
    'Links by which people without an account read a board, with the rights of the user who made the link; those of the boards that the user may see.',
  keyScope: 'none',
  searched: ['name', 'title', 'brand'],
  fields: {
    board_id: number('ID of the board'),
    product_id: number('Product whose figures the board shows'),
    product_name: text('Name of the product'),
    user_id: number('User who made the link, whose rights it has'),
    user_name: text('Name of this user'),
    name: text('Name of the link: for whom it was made'),
    title: text('Title of the page; empty: the name of the board'),
    brand: text('Text that the page shows in place of the name of the program; empty: none'),
    locale: textOrNone('Language of the page; null: that of the browser'),
    state: word(
      'Whether the link can be opened; suspended: its maker or the product is deleted, or the maker no longer sees the product or the board, or lacks a required second factor',
      BOARD_LINK_STATES,
    ),
    expires_at: time('Time until which the link can be opened'),
    openings: number('Number of times that the link was opened'),
    last_opened_at: timeOrNone('Time of the last opening; null: never'),
    ...lifecycleFields,
  },
});
