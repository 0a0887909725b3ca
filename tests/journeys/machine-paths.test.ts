import { setTimeout as sleep } from 'node:timers/promises';
import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTION_LASTS, NOTICE_LASTS } from '../../machines/banner.ts';
import { arrowsOf, chartOf } from '../../machines/charts/chart.ts';
import { modelNamed } from '../../machines/charts/models/index.ts';
import { planOf } from '../../machines/charts/paths.ts';
import en from '../../src/messages/en.json' with { type: 'json' };
import { axeFaults } from '../support/axe.ts';
import { launchBrowser, type Visit } from '../support/browser.ts';
import { openGate } from '../support/gate.ts';
import { demoUrl, operator, settle } from '../support/operator.ts';

/**
 * Generated paths on the page, compared with the state after each step. Banner and looks: /dev/machines lets things happen to the very actors that
 * the frame around it is drawn from, on one page whose clock stands. Question, download, form and list: by their buttons and fields, while the
 * calls of the page end as the path says, so that nothing is written.
 */
const browser = await launchBrowser();
let visit: Visit;
let page: Page;

/** As if the server had been told to show it. */
const shown = async ({ page: one }: Visit) => one.route('**/dev/machines*', async route => {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', '<meta name="touchpath-machines" content="1" /></head>') });
});

beforeAll(async () => {
  visit = await operator(browser, { speaking: 'en', fresh: true });
  page = visit.page;
  await shown(visit);
  await page.clock.install();
  await page.goto(`${demoUrl()}/dev/machines`);
  await settle(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
});
afterAll(() => visit.close());

interface Seen { readonly places: readonly string[]; readonly look: Readonly<Record<string, string | undefined>>; readonly notice: string | null; readonly looks: boolean; readonly menu: boolean }

/** Which actor is looked at. */
const choose = (machine: string) => page.locator('.dev-bar select').first().selectOption(machine);

/** Lets something happen, by its name in the model; without a name only looks. What lies over the page does not keep the form from being sent. */
const happen = (name: string | null): Promise<Seen> => page.evaluate(async happening => {
  const turn = () => new Promise<void>(done => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => done());
    port1.start();
    port2.postMessage(null);
  });
  if (happening !== null) {
    const select = document.querySelector<HTMLSelectElement>('.dev-send select')!;
    select.value = happening;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await turn();
    document.querySelector<HTMLFormElement>('.dev-send')!.requestSubmit();
  }
  for (let turns = 0; turns < 4; turns++) await turn();
  const root = document.querySelector<SVGElement>('.dev-chart svg')!.getAttribute('aria-label')!.split(':')[0]!;
  return {
    places: [...document.querySelectorAll<SVGElement>('.dev-box.here')].map(({ dataset }) => dataset['state']!.slice(root.length + 1)),
    look: { ...document.documentElement.dataset },
    notice: document.querySelector('.banner span')?.textContent ?? null,
    looks: document.querySelector('dialog.customizer') !== null,
    menu: document.querySelector('.nav-shade') !== null,
  };
}, name);

/** What must be on the page in each state. */
const SHOWN: Readonly<Record<string, (seen: Seen) => boolean>> = {
  empty: ({ notice }) => notice === null,
  'showing.ticking': ({ notice }) => notice !== null,
  'showing.held': ({ notice }) => notice !== null,
  'theme.light': ({ look }) => look['theme'] === 'light', 'theme.dark': ({ look }) => look['theme'] === 'dark', 'theme.system': ({ look }) => look['theme'] === 'light',
  'nav.beside.vertical.wide': ({ look }) => look['nav'] === 'wide', 'nav.beside.vertical.collapsed': ({ look }) => look['nav'] === 'collapsed', 'nav.beside.horizontal': ({ look }) => look['nav'] === 'horizontal',
  'nav.over.closed': ({ look, menu }) => look['nav'] === 'over' && !menu, 'nav.over.open': ({ look, menu }) => look['nav'] === 'over' && menu,
  'customizer.open': ({ looks }) => looks, 'customizer.closed': ({ looks }) => !looks,
};
const isShown = (place: string, seen: Seen): boolean => {
  const [group = '', word = ''] = place.split('.');
  return SHOWN[place]?.(seen) ?? seen.look[group] === word;
};

const texts: Readonly<Record<string, string>> = en;

test.each([
  // How each is brought back to where paths begin.
  ['banner', ['close it', 'close it', 'close it', 'close it']],
  ['chrome', ['the screen becomes wide', 'close the looks', 'reset']],
] as const)('every generated path of %s is walked on the page, state by state', async (id, back) => {
  const model = modelNamed(id);
  const { paths } = planOf(model, 'shortest');
  const taken = new Set<string>();
  await choose(id);
  for (const path of paths) {
    for (const name of back) await happen(name);
    expect((await happen(null)).places.toSorted(), path.id).toEqual(path.first.toSorted());
    for (const { happening, places, taken: keys } of path.steps) {
      const event = model.happenings[happening]!;
      if (event.type.startsWith('xstate.after.')) await page.clock.runFor(await page.locator('.banner-action').count() > 0 ? ACTION_LASTS : NOTICE_LASTS);
      let seen = await happen(event.type.startsWith('xstate.') ? null : happening);
      // What is drawn by code that comes when it is wanted, and then is waited for, while the clock goes.
      for (let times = 0; times < 100 && !places.every(place => isShown(place, seen)); times++) {
        await sleep(50);
        await page.clock.runFor(20);
        seen = await happen(null);
      }
      expect(seen.places.toSorted(), `${path.id} ${happening}`).toEqual(places.toSorted());
      expect(places.filter(place => !isShown(place, seen)), `${path.id} ${happening}`).toEqual([]);
      if (id === 'banner' && seen.notice !== null) expect(Object.values(model.happenings).some(one => 'notice' in one && texts[(one.notice as { message: string }).message] === seen.notice)).toBe(true);
      keys.forEach(key => taken.add(key));
    }
  }
  expect(arrowsOf(chartOf(model.machine)).map(({ key }) => key).filter(key => !taken.has(key))).toEqual([]);
  for (const name of back) await happen(name);
});

test('one sees where an actor stood before, tries a machine by hand, and saves what happened without what was typed', async () => {
  await page.clock.resume();
  await choose('banner');
  await happen('a lasting notice');
  const log = page.locator('.dev-log button');
  await log.filter({ hasText: 'dismiss' }).first().click();
  await page.getByText('This is how it stood then').waitFor();
  expect(await page.locator('.dev-box.here').getAttribute('data-state')).toBe('banner.empty');
  await page.getByRole('button', { name: 'Back to now' }).click();
  expect(await page.locator('.dev-box.here').getAttribute('data-state')).toBe('banner.showing.ticking');
  await happen('close it');

  await choose('editor');
  await page.getByRole('button', { name: 'Try one' }).click();
  expect((await happen('it is loaded')).places).toEqual(['editing']);
  expect((await happen('type a name')).places).toEqual(['editing']);
  expect((await happen('save')).places).toEqual(['saving']);
  await page.getByLabel('Contents').fill('{');
  await page.getByText('This is not JSON with a type').waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save a recording' }).click()]);
  expect(file.suggestedFilename()).toBe('touchpath-recording.json');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('"machine":"editor"');
  expect(text).not.toMatch(/山田|admin@demo|eyJ/);
  // Everybody finds it in the menu of his profile, on every screen.
  await page.locator('.avatar-button').click();
  const [again] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: texts['shell.recording']! }).click()]);
  expect(again.suggestedFilename()).toBe('touchpath-recording.json');
  expect(await axeFaults(page)).toEqual([]);
});

interface Walk {
  readonly machine: string;
  /** Steps that the screen offers nobody: its button is not there then. */
  readonly notOffered: readonly string[];
  /** Brings the screen to where paths begin. */
  readonly begin: () => Promise<unknown>;
  readonly act: Readonly<Record<string, (places: readonly string[]) => Promise<unknown>>>;
  readonly see: Readonly<Record<string, () => Promise<boolean>>>;
}

test('every generated path of the question and of the download that a list offers is walked by its buttons', async () => {
  const { page: list, troubles, close } = await operator(browser, { speaking: 'en', fresh: true });
  const { hold, answer } = await openGate(list);
  await list.goto(`${demoUrl()}/config/agency?product_id=1`);
  await settle(list);
  await hold(['AgenciesRemove', 'download']);
  const dialog = list.getByRole('alertdialog');
  const button = (name: string) => list.getByRole('button', { name, exact: true });
  const yes = dialog.getByRole('button', { name: texts['deed.remove']!, exact: true });
  const files: string[] = [];
  list.on('download', file => files.push(file.suggestedFilename()));
  let due = 0;

  const question: Walk = {
    machine: 'confirm', notOffered: [],
    begin: async () => {
      await list.getByRole('row').nth(1).getByRole('checkbox').check();
      await button(texts['deed.remove']!).first().click();
    },
    act: {
      yes: () => yes.click(), no: () => dialog.getByRole('button', { name: texts['confirm.no']!, exact: true }).click(),
      'it is done': () => answer('AgenciesRemove', { json: { data: { removed: { ids: [], __typename: 'x' } } } }), 'it fails': () => answer('AgenciesRemove', { lost: true }),
    },
    see: {
      asking: async () => await dialog.isVisible() && await yes.getAttribute('aria-disabled') !== 'true',
      doing: async () => await dialog.isVisible() && await yes.getAttribute('aria-disabled') === 'true',
      settled: async () => await dialog.count() === 0,
    },
  };

  const bar = list.getByRole('progressbar');
  const failed = list.getByRole('alert').filter({ hasText: 'The download failed' });
  const begun = (places: readonly string[]) => places.includes('fetching.receiving');
  const download: Walk = {
    machine: 'download', notOffered: ['finished dismiss'],
    begin: async () => {
      if (await bar.count() > 0) await list.locator('.tp-download').getByRole('button', { name: texts['download.cancel']!, exact: true }).click();
      if (await failed.count() > 0) await list.locator('.tp-download').getByRole('button', { name: texts['download.dismiss']!, exact: true }).click();
    },
    act: {
      start: async () => {
        await button(texts['download.button']!).click();
        await list.getByRole('button', { name: /^CSV/ }).click();
      },
      'some of it comes': async from => {
        if (!begun(from)) await answer('download', { file: 'begin' });
        await answer('download', { file: 'part' });
      },
      'all of it has come': async from => {
        if (!begun(from)) await answer('download', { file: 'begin' });
        await answer('download', { file: 'end' });
        due += 1;
      },
      'it fails': from => answer('download', begun(from) ? { file: 'break' } : { lost: true }),
      cancel: () => list.locator('.tp-download').getByRole('button', { name: texts['download.cancel']!, exact: true }).click(),
      again: () => list.locator('.tp-download').getByRole('button', { name: texts['state.again']!, exact: true }).click(),
      dismiss: () => list.locator('.tp-download').getByRole('button', { name: texts['download.dismiss']!, exact: true }).click(),
    },
    see: {
      idle: async () => await bar.count() === 0 && await failed.count() === 0,
      'fetching.preparing': async () => await bar.getAttribute('aria-valuetext') === texts['download.preparing'],
      'fetching.receiving': async () => await bar.getAttribute('aria-valuetext') === '1 of 2 rows',
      finished: async () => await bar.count() === 0 && files.length === due,
      failed: () => failed.isVisible(),
    },
  };

  for (const { machine, notOffered, begin, act, see } of [question, download]) {
    const model = modelNamed(machine);
    const taken = new Set<string>();
    const missed: string[] = [];
    for (const { id, first, steps } of planOf(model, 'shortest').paths) {
      await begin();
      let from = first;
      for (const { happening, places, taken: keys } of steps) {
        if (notOffered.includes(`${from.join()} ${happening}`)) {
          missed.push(...keys);
          break;
        }
        await act[happening]!(from);
        await expect.poll(async () => (await Promise.all(places.map(place => see[place]!()))).every(Boolean), { message: `${machine} ${id} ${happening}`, timeout: 10_000 }).toBe(true);
        keys.forEach(key => taken.add(key));
        from = places;
      }
      if (machine === 'confirm' && !from.includes('settled')) await question.act['no']!(from);
    }
    expect(arrowsOf(chartOf(model.machine)).map(({ key }) => key).filter(key => !taken.has(key) && !missed.includes(key))).toEqual([]);
  }
  expect(troubles).toEqual([]);
  await close();
});

test('every generated path of the form of a record is walked by its fields and buttons', async () => {
  const { page: form, troubles, close } = await operator(browser, { speaking: 'en', fresh: true });
  const { hold, answer } = await openGate(form);
  await form.goto(`${demoUrl()}/ad/category-setting?list=types&product_id=1`);
  await settle(form);
  await hold(['AdType', 'AdTypeCreate', 'AdTypeUpdate']);
  const dialog = form.locator('dialog.tp-dialog');
  const press = (message: string) => dialog.getByRole('button', { name: texts[message]!, exact: true }).click();
  const name = dialog.locator('[name="title"]');
  const row = (title: string) => ({ json: { data: { one: { id: 1, label: title, product_id: 1, sequence: 1, title, status: true, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', __typename: 'x' } } } });
  const refused = (details: object) => ({ json: { data: null, errors: [{ message: 'x', extensions: details }] } });
  let saved = '';

  const act: Walk['act'] = {
    'it is loaded': () => answer('AdType', row('広告 é')), 'it cannot be loaded': () => answer('AdType', { lost: true }),
    'type a name': () => name.fill('山田'), 'clear the name': () => name.fill(''),
    'leave the field': async () => {
      await name.focus();
      await name.blur();
    },
    save: () => dialog.locator('form [type=submit]').click(),
    'it is saved': () => answer(saved, { json: { data: { saved: { id: 1, updated_at: '2026-01-02T00:00:00Z', __typename: 'x' } } } }),
    'the server refuses it': () => answer(saved, refused({ code: 'invalid', status: 422, fields: { title: ['too_long'] }, limits: { title: { max: 3 } } })),
    'somebody else was first': () => answer(saved, refused({ code: 'conflict', status: 409 })),
    'theirs is there': () => answer('AdType', row('Théo')), 'theirs has no name': () => answer('AdType', row('')), 'theirs cannot be loaded': () => answer('AdType', { lost: true }),
    'take mine': () => dialog.locator('input[value=mine]').first().check(), 'take theirs': () => dialog.locator('input[value=theirs]').first().check(),
    'go on editing': from => press(from.includes('conflict') ? 'editor.conflict.back' : 'editor.leave.keep'),
    close: () => press('shell.close'), discard: () => press('editor.leave.discard'), 'try again': () => press('state.again'),
  };
  const busy = async () => await dialog.locator('form [type=submit]').innerText() === texts['editor.saving'];
  const see: Walk['see'] = {
    opening: async () => await dialog.isVisible() && await dialog.locator('form').count() === 0 && await dialog.getByRole('button', { name: texts['state.again']! }).count() === 0,
    unavailable: () => dialog.getByRole('button', { name: texts['state.again']! }).isVisible(),
    editing: async () => await name.isVisible() && !await busy() && await dialog.locator('.tp-question').count() === 0,
    saving: busy, comparing: busy,
    conflict: () => dialog.locator('.tp-conflict').isVisible(), leaving: () => dialog.locator('.tp-question').isVisible(),
    closed: async () => await dialog.count() === 0,
  };

  const model = modelNamed('editor');
  const plan = planOf(model, 'shortest');
  for (const { id, start, first, steps } of plan.paths) {
    saved = start === 'a new record' ? 'AdTypeCreate' : 'AdTypeUpdate';
    if (start === 'a new record') await form.getByRole('button', { name: /^Add / }).first().click();
    else {
      await form.getByRole('row').nth(1).getByRole('button').last().click();
      await form.getByText(texts['deed.edit']!, { exact: true }).click();
    }
    let from = first;
    for (const [happening, places] of [[null, first] as const, ...steps.map(step => [step.happening, step.places] as const)]) {
      if (happening !== null) await act[happening]!(from);
      await expect.poll(async () => (await Promise.all(places.map(place => see[place]!()))).every(Boolean), { message: `${id} ${steps.map(step => step.happening).join(' · ')}: ${happening ?? start}`, timeout: 10_000 }).toBe(true);
      from = places;
    }
    // What cannot be closed is answered first, and what was typed is given up.
    if (from.includes('saving')) await answer(saved, { lost: true });
    if (from.includes('comparing')) await answer('AdType', { lost: true });
    if (!from.includes('closed') && !from.includes('leaving')) await press('shell.close');
    await dialog.locator('.tp-question').or(form.locator('main h1').first()).first().waitFor();
    if (await dialog.locator('.tp-question').count() > 0) await press('editor.leave.discard');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(plan.coverage.untaken).toEqual([]);
  expect(troubles).toEqual([]);
  await close();
});

test('every generated path of a list is walked on its screen, and asking again after a failure', async () => {
  const { page: list, troubles, close } = await operator(browser, { speaking: 'en', fresh: true });
  const { answer } = await openGate(list, ['AdTypes', 'AdTypesRemove']);
  const rows = [1, 2].map(id => ({ id, label: `é ${id}`, product_id: 1, sequence: 1, title: `é ${id}`, status: true, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', __typename: 'x' }));
  const page2 = (count: number, results: readonly object[]) => ({ json: { data: { page: { count, page: 1, page_size: 50, results, __typename: 'x' } } } });
  const dialog = list.getByRole('alertdialog');
  const drawn = () => list.locator('[role="rowheader"]').count();
  const says = (message: string, part = texts[message]!.split('{')[0]!) => list.getByText(part).first().isVisible();
  const box = list.getByRole('searchbox', { name: texts['list.search']!, exact: true }).first();
  const offered: Walk['act'] = {
    'rows are asked for': () => box.waitFor(),
    'rows come': () => answer('AdTypes', page2(2, rows)), 'none on this page, some on others': () => answer('AdTypes', page2(2, [])), 'no rows come': () => answer('AdTypes', page2(0, [])),
    'no answer comes': () => answer('AdTypes', { lost: true }), 'it is not allowed': () => answer('AdTypes', { json: { data: null, errors: [{ message: 'x', extensions: { code: 'forbidden', status: 403 } }] } }),
    'search for something': async () => {
      await box.fill('é');
      await list.waitForURL('**q=*');
    },
    again: () => list.getByRole('button', { name: texts['state.again']!, exact: true }).click(),
    'delete a row': async () => {
      await list.getByRole('row').nth(1).getByRole('checkbox').check();
      await list.getByRole('group', { name: texts['list.picked_actions']! }).getByRole('button', { name: texts['deed.remove']!, exact: true }).click();
    },
    'it is done': async () => {
      await dialog.getByRole('button', { name: texts['deed.remove']!, exact: true }).click();
      await answer('AdTypesRemove', { json: { data: { removed: { ids: [1], __typename: 'x' } } } });
    },
    'thought better of it': () => dialog.getByRole('button', { name: texts['confirm.no']!, exact: true }).click(),
    'it fails': async () => {
      await dialog.getByRole('button', { name: texts['deed.remove']!, exact: true }).click();
      await answer('AdTypesRemove', { lost: true });
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('button', { name: texts['confirm.no']!, exact: true }).click();
    },
  };
  const see: Walk['see'] = {
    'rows.asking': async () => await list.locator('[aria-busy="true"]').count() > 0, 'rows.filled': async () => await drawn() === 2, 'rows.beyond': async () => await drawn() === 0 && !await says('list.empty'),
    'rows.unfound': () => says('list.unfound'), 'rows.empty': () => says('list.empty'), 'rows.failed': () => list.getByRole('button', { name: texts['state.again']! }).isVisible(), 'rows.denied': () => says('state.denied_hint'),
    'work.resting': async () => await dialog.count() === 0, 'work.doing': () => dialog.isVisible(),
  };
  const seen = async (places: readonly string[], words: string) => {
    await expect.poll(async () => (await Promise.all(places.map(place => see[place]!()))).every(Boolean), { message: words, timeout: 10_000 }).toBe(true);
  };

  const model = modelNamed('list');
  for (const { id, first, steps } of planOf(model, 'shortest').paths) {
    // While rows are awaited there is no row to pick, and no button to ask again.
    if (!steps.every(({ happening }) => happening in offered) || steps[0]?.happening === 'again') continue;
    await list.goto(`${demoUrl()}/ad/category-setting?list=types&product_id=1`);
    await seen(first, id);
    for (const { happening, places } of steps) {
      await offered[happening]!(places);
      await seen(places, `${id} ${happening}`);
    }
    if (steps.at(-1)?.places.includes('rows.failed')) {
      await offered['again']!([]);
      await seen(first, `${id} again`);
    }
  }
  expect(troubles).toEqual([]);
  await close();
});

test('nothing of the inspector that developers may switch on is in what is delivered', async () => {
  const files = (await readdir('dist/console/assets')).filter(file => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect(await readFile(`dist/console/assets/${file}`, 'utf8')).not.toMatch(/stately\.ai|partysocket/);
});

test('who is not an administrator, and where it is not switched on, it is not there', async () => {
  const user = await operator(browser, { who: 'user', speaking: 'en' });
  await shown(user);
  await user.page.goto(`${demoUrl()}/dev/machines`);
  await user.page.getByText(texts['notFound.lead']!).waitFor();
  await user.close();
  const admin = await operator(browser, { speaking: 'en' });
  await admin.page.goto(`${demoUrl()}/dev/machines`);
  await admin.page.getByText(texts['notFound.lead']!).waitFor();
  expect(visit.troubles).toEqual([]);
  await admin.close();
});
