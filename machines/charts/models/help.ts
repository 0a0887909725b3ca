import { helpMachine, type Guide } from '../../help.ts';
import { done, fails, modelOf } from '../model.ts';

const GUIDES: readonly Guide[] = [
  { name: 'dashboard', title: 'ダッシュボード', blocks: [] },
  { name: 'ad-setting', title: '広告設定', blocks: [] },
];

export const helpModel = modelOf(helpMachine, {
  events: {
    'open on a screen with a guide': { type: 'open', language: 'ja', guide: 'dashboard' },
    'open on a screen without a guide': { type: 'open', language: 'ja', guide: null },
    'the guides are loaded': done('0.help.loading', GUIDES),
    'the guides cannot be loaded': fails('0.help.loading'),
    retry: { type: 'retry' },
    'choose a guide': { type: 'read', guide: 'ad-setting' },
    search: { type: 'search', query: '広告' },
    'clear the search': { type: 'search', query: '' },
    back: { type: 'back' },
    close: { type: 'close' },
  },
  factsOf: ({ guides, guide, query }) => ({
    loaded: guides.length > 0,
    guide: guide !== null,
    searched: query !== '',
  }),
});
