import { newAdMachine } from '../../new-ad.ts';
import { done, fails, modelOf } from '../model.ts';

export const newAdModel = modelOf(newAdMachine, {
  starts: { 'an ad is added': { sourceId: null }, 'an ad is duplicated': { sourceId: 1 } },
  events: {
    'the ad is read': done('0.newAd.copying', { name: 'copy' }),
    'the ad is not read': fails('0.newAd.copying'),
    'the new ad is saved': { type: 'saved', adId: 2 },
    'the click URL is made': done('0.newAd.linking', {
      forCampaigns: 'https://touchpath.example/r/1?id={xclid}',
      plain: 'https://touchpath.example/r/1',
    }),
    'the click URL is not made': fails('0.newAd.linking'),
    retry: { type: 'retry' },
    close: { type: 'close' },
  },
  factsOf: ({ clickUrl }) => (clickUrl === null ? '' : 'with a click URL'),
});
