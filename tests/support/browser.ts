import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Where the machine's own Chromium is; CHROMIUM names another. No browser is ever downloaded. */
export const chromiumPath = (): string => {
  const path = process.env['CHROMIUM'] ?? CANDIDATES.find(existsSync);
  if (path === undefined) throw new Error('No Chromium found: install Debian\'s package chromium, or name one in CHROMIUM');
  return path;
};

/** A headless Chromium that calls nobody but us. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({
  executablePath: chromiumPath(),
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
});

/** A page of its own context, and everything that went wrong in it: uncaught errors and console errors. */
export interface Visit {
  readonly page: Page;
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

/** Opens a fresh context with one page. The zone is far from Tokyo on purpose: the console must show Tokyo's time everywhere. */
export const visit = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'America/Los_Angeles', viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', error => troubles.push(`uncaught: ${error.message}`));
  page.on('console', message => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  return { page, troubles, close: () => context.close() };
};
