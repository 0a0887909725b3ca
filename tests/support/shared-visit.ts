import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { resize, SIZE, type Visit } from './browser.ts';
import type { Journey } from './journey-fixture.ts';
import { demoUrl, operator, settle } from './operator.ts';

type Size = typeof SIZE;
/** Opens a screen in the shared page, by default in a window of 1440 × 900. */
type Open = (path: string, size?: Size) => Promise<Pick<Visit, 'page' | 'troubles'>>;

/**
 * Leads the console to an address of its own by its router, as a link does. That takes a third of a complete load; what
 * the console has in memory stays. The page must show the console already.
 */
export const goTo = async (page: Page, path: string): Promise<void> => {
  // The router observes this call.
  await page.evaluate(address => history.pushState(null, '', address), path);
  await settle(page);
};

/**
 * One page for several tests of a file: the first loads the console, and the others go to their screens by its router.
 * A test that fails closes the page, so that the next one begins with a new page.
 *
 * @param begin opens the page at a path, in a window of the given size
 * @param addressOf completes the path of a further screen
 */
const share = (
  begin: (path: string, size: Size) => Promise<Visit>,
  addressOf: (path: string) => string,
): Open => {
  let current: Visit | undefined;
  let lastTest: string | undefined;
  const close = async (): Promise<void> => {
    const last = current;
    [current, lastTest] = [undefined, undefined];
    await last?.close();
  };
  afterAll(close);
  return async (path, size = SIZE) => {
    const { currentTestName } = expect.getState();
    if (currentTestName !== lastTest) {
      if (current !== undefined) current.troubles.length = 0;
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await close();
      });
    }
    if (current === undefined) {
      current = await begin(path, size);
      await settle(current.page);
    } else {
      await resize(current.page, size);
      await goTo(current.page, addressOf(path));
    }
    lastTest = currentTestName;
    return current;
  };
};

/** Shares a page of a user of the demo company. */
export const sharedVisit = (browser: Browser, options: Parameters<typeof operator>[1] = {}): Open =>
  share(
    async (path, size) => {
      const visit = await operator(browser, { ...options, viewport: size });
      await visit.page.goto(`${demoUrl()}${path}`);
      return visit;
    },
    path => path,
  );

/** Shares a page of the administrator of a journey's company. */
export const sharedJourney = (journey: () => Journey, opening: Parameters<Journey['at']>[1] = {}): Open =>
  share(
    (path, size) => journey().at(path, { ...opening, viewport: size }),
    path => journey().addressOf(path),
  );
