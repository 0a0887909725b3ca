import type { Page } from 'playwright-core';

/** Options of the server for a browser whose passkeys are stubs, as JSON. */
export const PASSKEY_OPTIONS = JSON.stringify({
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Touchpath' },
  rpId: 'localhost',
  user: { id: 'AAAA', name: 'é', displayName: 'é' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
});

/** Lets the browser of a page make and use passkeys at once, which no server accepts. */
export const stubPasskeys = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const bytes = new Uint8Array([1]).buffer;
    const credential = {
      id: 'AQ',
      rawId: bytes,
      type: 'public-key',
      response: {
        clientDataJSON: bytes,
        attestationObject: bytes,
        authenticatorData: bytes,
        signature: bytes,
      },
      getClientExtensionResults: () => ({}),
    };
    const answer = () => Promise.resolve(credential);
    Object.defineProperty(navigator, 'credentials', { value: { create: answer, get: answer } });
  });
