import { afterEach, expect, test } from 'vitest';
import { createTabs } from '../../src/console/tabs.ts';
import type { TabMessage } from '../../src/console/tokens.ts';

const CHANNEL = 'ic_session';
const channels: BroadcastChannel[] = [];
afterEach(() => channels.splice(0).forEach(channel => channel.close()));

test('what one tab says of the session reaches the others, and anything else on the channel is ignored', async () => {
  const received: TabMessage[] = [];
  createTabs(message => received.push(message));
  const sender = createTabs(() => undefined);
  const foreign = new BroadcastChannel(CHANNEL);
  channels.push(foreign);
  for (const message of [{ kind: 'signedOut' }, { kind: 'renewed', token: {} }, 'signedIn', null])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin and takes no target
    foreign.postMessage(message);
  const words: readonly TabMessage[] = [
    { kind: 'signedIn' },
    { kind: 'signedOut', session: 'é-1' },
    { kind: 'renewed', session: 'é-1', token: { access: 'a', stale: 1, session: 'é-1' } },
  ];
  for (const message of words) sender.post(message);
  await expect.poll(() => received).toEqual(words);
});
