import type { Tabs, TabMessage } from './tokens.ts';

/**
 * Communication with the other tabs of this browser. Without locks or broadcast channels, tabs are
 * independent: simultaneous renewals of the token may collide, and the server then ends the session.
 */
export const createTabs = (onMessage: (message: TabMessage) => void): Tabs => {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ic_session') : null;
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data)) onMessage(data);
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin and takes no target
    post: message => channel?.postMessage(message),
    exclusively: (signal, work) =>
      'locks' in navigator ? navigator.locks.request('ic_refresh', { signal }, work) : work(),
  };
};

const isTabMessage = (data: unknown): data is TabMessage =>
  typeof data === 'object' &&
  data !== null &&
  'kind' in data &&
  (data.kind === 'signedIn' ||
    ((data.kind === 'signedOut' || data.kind === 'renewed') &&
      'session' in data &&
      typeof data.session === 'string'));
