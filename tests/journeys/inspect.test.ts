import { tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createServer } from 'vite';
import { launchBrowser } from '../support/browser.ts';
import { isLong } from '../support/long.ts';
import { COMPANY, demoUrl, emailOf, storedText, PASSWORD } from '../support/operator.ts';

/**
 * Stands for Stately's page, which the tests cannot reach: it confirms the connection and stores the received
 * messages.
 */
const RECEIVER =
  '<script>const received = []; addEventListener("message", ({ data }) => received.push(data)); opener.postMessage({ type: "@statelyai.connected" }, "*");</script>';

interface InspectionMessage {
  readonly type: string;
  readonly sessionId?: string;
  readonly name?: string;
  readonly definition?: string;
  readonly snapshot?: { readonly value?: unknown };
  readonly event?: { readonly type: string };
}

// In the long form only: it builds the console for development, which no user has.
test.runIf(isLong)(
  'in development, the Stately inspector receives all actors, events and snapshots since the start of the page, without secrets',
  async () => {
    const browser = await launchBrowser();
    const server = await createServer({
      logLevel: 'error',
      cacheDir: mkdtempSync(join(tmpdir(), 'vite-')),
      server: { port: 0, proxy: { '^/graphql(\\?.*)?$': demoUrl(), '/api': demoUrl() } },
    });
    await server.listen();
    const origin = server.resolvedUrls!.local[0]!.replace(/\/$/, '');
    const context = await browser.newContext({
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: [{ name: 'ic_locale', value: storedText('en') }] }],
      },
    });
    await context.route('https://stately.ai/inspect', route =>
      route.fulfill({ contentType: 'text/html', body: RECEIVER }),
    );
    const page = await context.newPage();
    await page.goto(`${origin}/config/agency?inspect`);
    await page.locator('[name=company]').fill(COMPANY);
    await page.locator('[name=email]').fill(emailOf('admin'));
    await page.locator('[name=password]').fill(PASSWORD);
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      page.locator('form [type=submit]').click(),
    ]);
    await page.locator('.avatar-button').waitFor();
    const received = () => window.evaluate('received') as Promise<readonly InspectionMessage[]>;
    await expect
      .poll(async () =>
        (await received()).some(
          ({ type, snapshot }) =>
            type === '@xstate.snapshot' && JSON.stringify(snapshot?.value) === '{"open":"fresh"}',
        ),
      )
      .toBe(true);
    const all = await received();
    const session = all.find(({ type, name }) => type === '@xstate.actor' && name === 'session')!;
    expect(JSON.parse(session.definition!)).toMatchObject({ id: 'session', initial: 'restoring' });
    const own = all.filter(({ sessionId }) => sessionId === session.sessionId);
    expect(own.filter(({ type }) => type === '@xstate.event').map(({ event }) => event!.type)).toEqual(
      expect.arrayContaining(['signIn', 'xstate.done.actor.0.session.signingIn']),
    );
    expect(
      own.filter(({ type }) => type === '@xstate.snapshot').map(({ snapshot }) => snapshot!.value),
    ).toEqual(expect.arrayContaining(['signedOut', 'signingIn', 'active']));
    const text = JSON.stringify(all);
    for (const secret of [PASSWORD, emailOf('admin'), 'eyJ']) expect(text).not.toContain(secret);
    await context.close();
    await server.close();
  },
);
