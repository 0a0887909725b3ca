import type { Browser, Page } from 'playwright-core';
import type { Visit } from './browser.ts';
import { demoUrl, operator, settle } from './operator.ts';

/** What the frame around /dev/machines shows, and the states of the chosen actor. */
export interface Seen {
  readonly places: readonly string[];
  readonly look: Readonly<Record<string, string | undefined>>;
  readonly notice: string | null;
  readonly looks: boolean;
  readonly menu: boolean;
}

export interface DevPage extends Visit {
  /** Chooses the machine to inspect. */
  choose(machine: string): Promise<unknown>;
  /**
   * Sends the event with this name in the model to the chosen actor, or only reads the state for null. It
   * submits the form by script, so that overlays do not matter.
   */
  happen(name: string | null): Promise<Seen>;
}

/** Adds the meta element with which the server turns the machine inspector on. */
export const shown = ({ page }: Pick<Visit, 'page'>): Promise<unknown> =>
  page.route('**/dev/machines*', async route => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('</head>', '<meta name="touchpath-machines" content="1" /></head>'),
    });
  });

/** Opens /dev/machines in English with a fake clock. */
export const openDevPage = async (browser: Browser): Promise<DevPage> => {
  const visit = await operator(browser, { speaking: 'en', fresh: true });
  const { page } = visit;
  await shown(visit);
  await page.clock.install();
  await page.goto(`${demoUrl()}/dev/machines`);
  await settle(page);
  return {
    ...visit,
    choose: machine => page.locator('.dev-bar select').first().selectOption(machine),
    happen: name => happen(page, name),
  };
};

const happen = (page: Page, name: string | null): Promise<Seen> =>
  page.evaluate(async eventName => {
    const turn = () =>
      new Promise<void>(done => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => done());
        port1.start();
        port2.postMessage(null);
      });
    if (eventName !== null) {
      const select = document.querySelector<HTMLSelectElement>('.dev-send select')!;
      select.value = eventName;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await turn();
      document.querySelector<HTMLFormElement>('.dev-send')!.requestSubmit();
    }
    for (let count = 0; count < 4; count++) await turn();
    const root = document
      .querySelector<SVGElement>('.dev-chart svg')!
      .getAttribute('aria-label')!
      .split(':')[0]!;
    return {
      places: [...document.querySelectorAll<SVGElement>('.dev-box.here')].map(({ dataset }) =>
        dataset['state']!.slice(root.length + 1),
      ),
      look: { ...document.documentElement.dataset },
      notice: document.querySelector('.banner span')?.textContent ?? null,
      looks: document.querySelector('dialog.customizer') !== null,
      menu: document.querySelector('.nav-shade') !== null,
    };
  }, name);
