import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ACCENTS, SKINS } from '../../machines/appearance.ts';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser, resize } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { dayField, isMarked, mark, openShell } from '../support/frame.ts';
import { demoUrl, operator, press, settle } from '../support/operator.ts';

/** The layout and the appearance of the frame around every screen. */
const browser = await launchBrowser();

const appearanceOf = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));
/** The cookies that scripts can read, which are those of the page. */
const cookiesOf = async (page: Page) =>
  Object.fromEntries(
    (await page.context().cookies())
      .filter(({ name, httpOnly }) => name.startsWith('touchpath-') && !httpOnly)
      .map(({ name, value }) => [name.slice('touchpath-'.length), value]),
  );

describe('the layout of the console', () => {
  test('replaces a horizontal menu by an overlay in a narrow window and back, without reloading the screen', async () => {
    const { page, troubles, close } = await openShell(
      '/log/reference?period=custom&from=2026-01-05&to=2026-01-09',
      {
        layout: 'horizontal',
      },
    );
    const bar = page.getByRole('navigation', { name: 'メインメニュー' });
    const group = bar.getByRole('button', { name: 'ログ' });
    await mark(page);
    await dayField(page).fill('2026/1');
    await group.focus();
    await page.keyboard.press('Enter');
    expect(await bar.getByRole('link', { name: 'リファレンスログ' }).getAttribute('aria-current')).toBe(
      'page',
    );
    await page.keyboard.press('Escape');
    expect([
      await group.getAttribute('aria-expanded'),
      await group.evaluate(element => element === document.activeElement),
    ]).toEqual(['false', true]);
    await page.keyboard.press('ArrowLeft');
    expect(
      await bar.getByRole('button', { name: '分析' }).evaluate(element => element === document.activeElement),
    ).toBe(true);

    await resize(page, { width: 800, height: 900 });
    await page.getByRole('button', { name: 'メニュー', exact: true }).click();
    await page.getByRole('link', { name: 'リファレンスログ' }).waitFor();
    await page.keyboard.press('Escape');
    await resize(page, { width: 1440, height: 900 });
    await group.waitFor();
    expect([await isMarked(page), await dayField(page).inputValue()]).toEqual([true, '2026/1']);
    await bar.getByRole('button', { name: '分析' }).click();
    await bar.getByRole('link', { name: 'アトリビューション' }).click();
    await page.waitForURL('**/analyze/attribution*');
    await page.getByRole('navigation', { name: '現在の位置' }).getByText('分析').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('changes at once when customized, is stored in cookies without personal data, and can be reset', async () => {
    const { page, troubles, close } = await openShell('/config/agency');
    await page.getByRole('button', { name: '表示設定' }).click();
    const panel = page.getByRole('dialog', { name: '表示設定' });
    const choose = (legend: string, name: string) => press(panel.getByRole('group', { name: legend }), name);
    await choose('ヘッダー', '非表示');
    expect(
      await panel
        .getByRole('group', { name: 'ヘッダー', exact: true })
        .getByRole('radio', { name: '非表示' })
        .isChecked(),
    ).toBe(true);
    await choose('ナビゲーション', '横');
    expect(await appearanceOf(page)).toMatchObject({ nav: 'horizontal', navbar: 'sticky' });
    expect(await panel.getByRole('radio', { name: '非表示' }).isDisabled()).toBe(true);
    await choose('スキン', 'セミダーク');
    await choose('テーマ', 'ダーク');
    await choose('メインカラー', 'ティール');
    await choose('コンテンツの幅', 'コンパクト');
    await choose('ヘッダーの背景', '不透明');
    const shown = {
      theme: 'dark',
      accent: 'teal',
      skin: 'semi_dark',
      nav: 'horizontal',
      navbar: 'sticky',
      blur: 'plain',
      width: 'compact',
    };
    expect(await appearanceOf(page)).toEqual(shown);
    expect(await cookiesOf(page)).toEqual({
      theme: 'dark',
      'color-scheme': 'dark',
      accent: 'teal',
      skin: 'semi_dark',
      layout: 'horizontal',
      'nav-collapsed': 'false',
      navbar: 'sticky',
      'navbar-blur': 'false',
      'content-width': 'compact',
      locale: 'ja',
      'signed-in': 'true',
    });
    await page.reload();
    await settle(page);
    expect(await appearanceOf(page)).toEqual(shown);
    await page.getByRole('button', { name: '表示設定' }).click();
    await panel.getByRole('button', { name: '初期設定に戻す' }).click();
    expect(await appearanceOf(page)).toEqual({
      theme: 'light',
      accent: 'crimson',
      skin: 'default',
      nav: 'wide',
      navbar: 'sticky',
      blur: 'blurred',
      width: 'wide',
    });
    expect(troubles).toEqual([]);
    await close();
  });

  test('moves product, settings of appearance and account into the menu when the navbar is hidden', async () => {
    const { page, troubles, close } = await openShell('/ad/category-setting', { navbar: 'hidden' });
    expect(await page.locator('.navbar').count()).toBe(0);
    const menu = page.locator('#menu');
    await menu.getByRole('button', { name: /プロダクト/ }).waitFor();
    await menu.getByRole('button', { name: 'アカウント' }).click();
    await page.getByRole('menuitem', { name: 'ログアウト' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.getByRole('button', { name: '表示設定' }).click();
    await page.getByRole('dialog', { name: '表示設定' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('is applied before any script of the console runs, and unknown cookie values are ignored', async () => {
    const asDelivered = {
      theme: 'light',
      accent: 'crimson',
      skin: 'default',
      nav: 'wide',
      navbar: 'sticky',
      blur: 'blurred',
      width: 'wide',
    };
    for (const [values, shown] of [
      [
        {
          layout: 'horizontal',
          navbar: 'hidden',
          skin: 'blue',
          accent: 'violet',
          'content-width': 'compact',
          'navbar-blur': 'false',
        },
        {
          ...asDelivered,
          nav: 'horizontal',
          skin: 'blue',
          accent: 'violet',
          width: 'compact',
          blur: 'plain',
        },
      ] as const,
      ...either(
        [
          {
            theme: 'pink',
            skin: '日本語',
            accent: 'crimson"><script>',
            layout: 'diagonal',
            navbar: '',
            'content-width': '-1',
            'nav-collapsed': 'yes',
            'navbar-blur': 'null',
          },
          asDelivered,
        ] as const,
        [
          { 'nav-collapsed': 'true', theme: 'dark' },
          { ...asDelivered, nav: 'collapsed', theme: 'dark' },
        ] as const,
      ),
    ]) {
      const { page, close } = await operator(browser);
      await page.context().addCookies(
        Object.entries(values).map(([name, value]) => ({
          name: `touchpath-${name}`,
          value: encodeURIComponent(value),
          url: demoUrl(),
        })),
      );
      await page.route(
        url => url.pathname.startsWith('/assets/'),
        route => route.abort(),
      );
      await page.goto(`${demoUrl()}/config/agency`);
      expect(await appearanceOf(page)).toEqual(shown);
      await page.unrouteAll();
      await page.reload();
      await settle(page);
      expect(await appearanceOf(page)).toEqual(shown);
      await close();
    }
  });

  test.runIf(isLong)(
    'scrolls an anchor below the sticky navbar and shows a button to the top beyond 200 px',
    async () => {
      const { page, troubles, close } = await openShell(
        '/dashboard',
        {},
        { viewport: { width: 1440, height: 360 } },
      );
      const top = page.getByRole('button', { name: 'ページの先頭へ' });
      await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
      expect(await top.count()).toBe(0);
      await page.evaluate(() => scrollTo({ top: 201, behavior: 'instant' }));
      await top.click();
      await page.waitForFunction(() => scrollY === 0);
      const offset = await page.evaluate(async () => {
        const heading = document.querySelector('main h2');
        heading?.scrollIntoView({ behavior: 'instant' });
        await new Promise(requestAnimationFrame);
        return heading?.getBoundingClientRect().top;
      });
      expect(offset).toBeCloseTo(60, 0);
      expect(troubles).toEqual([]);
      await close();
    },
  );
});

describe('the appearance of the console', () => {
  test('has a contrast of 4.5:1 for texts and 3:1 for lines and focus in every skin, colour and theme', async () => {
    const { page, close } = await openShell('/config/agency');
    const faults = await page.evaluate(
      ([skins, accents]) => {
        const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        if (pen === null) throw new Error('no canvas');
        const light = (colour: string): number => {
          pen.fillStyle = colour;
          pen.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map(v =>
            v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (a: string, b: string): number => {
          const [dark = 0, bright = 0] = [light(a), light(b)].toSorted((x, y) => x - y);
          return (bright + 0.05) / (dark + 0.05);
        };
        const grounds = ['ground', 'surface', 'raised', 'sunken', 'hover'];
        const pairs = [
          ...grounds.flatMap(ground =>
            ['ink', 'ink-soft', 'accent-text'].map(ink => [ink, ground, 4.5] as const),
          ),
          ...['ground', 'surface', 'raised', 'sunken'].map(ground => ['ink-faint', ground, 4.5] as const),
          ['accent-ink', 'accent', 4.5] as const,
          ['accent-ink', 'accent-hover', 4.5] as const,
          ['accent-text', 'accent-soft', 4.5] as const,
          ...['good', 'warn', 'bad', 'info'].flatMap(
            tone =>
              [
                [tone, 'surface', 4.5],
                [tone, 'raised', 4.5],
                [tone, `${tone}-soft`, 4.5],
              ] as const,
          ),
          ...['ground', 'surface', 'raised', 'sunken'].flatMap(
            ground =>
              [
                ['focus', ground, 3],
                ['line-strong', ground, 3],
              ] as const,
          ),
        ];
        const { dataset } = document.documentElement;
        const found: string[] = [];
        for (const theme of ['light', 'dark']) {
          for (const skin of skins) {
            for (const accent of accents) {
              Object.assign(dataset, { theme, skin, accent });
              const menu = document.querySelector<HTMLElement>('#menu');
              if (menu && (skin === 'semi_dark' || skin === 'blue')) menu.dataset['theme'] = 'dark';
              else menu?.removeAttribute('data-theme');
              for (const [place, element] of [
                ['page', document.documentElement],
                ['menu', menu],
              ] as const) {
                if (!element) continue;
                const style = getComputedStyle(element);
                for (const [ink, ground, least] of pairs) {
                  const reached = ratio(
                    style.getPropertyValue(`--${ink}`),
                    style.getPropertyValue(`--${ground}`),
                  );
                  if (reached < least)
                    found.push(
                      `${theme} ${skin} ${accent} ${place}: ${ink} on ${ground} ${reached.toFixed(2)}`,
                    );
                }
              }
            }
          }
        }
        return found;
      },
      [SKINS, ACCENTS] as const,
    );
    expect(faults).toEqual([]);
    await close();
  });

  test('has no axe faults in the skins, in both layouts and both themes', async () => {
    const { page, troubles, close } = await openShell('/config/role');
    // The test above covers the contrast of all combinations.
    for (const [layout, theme, skin] of either(
      ['horizontal', 'dark', 'bordered'] as const,
      ['vertical', 'light', 'semi_dark'] as const,
      ['horizontal', 'light', 'default'] as const,
      ['vertical', 'dark', 'blue'] as const,
    )) {
      await page.context().addCookies(
        Object.entries({ layout, skin, theme }).map(([name, value]) => ({
          name: `touchpath-${name}`,
          value,
          url: demoUrl(),
        })),
      );
      await page.reload();
      await settle(page);
      expect(await axeFaults(page), `axe faults: ${layout}, ${skin}, ${theme}`).toEqual([]);
    }
    await page.getByRole('button', { name: '表示設定' }).click();
    await page.getByRole('dialog', { name: '表示設定' }).waitFor();
    expect(await axeFaults(page, 'dialog')).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });
});
