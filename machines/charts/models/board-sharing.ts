import { boardSharingMachine } from '../../board-sharing.ts';
import { done, fails, modelOf } from '../model.ts';

const link = { id: 1, name: 'Client' };
const form = { name: 'Client', days: 30, title: '', brand: '', locale: null, key: 'a' };
const made = {
  link: 'https://touchpath.example/shared-board#token=a',
  expiresAt: '2026-02-28T00:00:00.000Z',
};

export const boardSharingModel = modelOf(boardSharingMachine, {
  starts: { 'the links of a board are opened': undefined },
  events: {
    'the links are loaded': done('0.boardSharing.loading', [link]),
    'loading fails': fails('0.boardSharing.loading'),
    retry: { type: 'retry' },
    'make a link': { type: 'compose' },
    'submit the form': { type: 'submit', form },
    'the link is made': done('0.boardSharing.making', made),
    'making fails': fails('0.boardSharing.making'),
    close: { type: 'close' },
    'revoke a link': { type: 'revoke', link },
    confirm: { type: 'confirm' },
    'the link is revoked': done('0.boardSharing.revoking', undefined),
    'revoking fails': fails('0.boardSharing.revoking'),
    cancel: { type: 'cancel' },
  },
  factsOf: ({ links }) => String(links.length),
});
