import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { describe, expect, test, vi } from 'vitest';
import { SIGNED_IN_MODULES } from '../../../scripts/chunks.ts';
import { builtPages, declaredPages, pagesIn } from '../../../scripts/early-pages.ts';
import type { BuiltPage } from '../../../server/http/early-page.ts';

describe('the pages in the declarations of routes', () => {
  test('are calls with an address and what they import', () => {
    const code = `
      const load = () => import('../screens/unused.tsx');
      export const routes = [
        screen('/log/cv', 'log.cv.title', () => import('../screens/log/cv.tsx')),
        screen('/none', 'none.title', load),
        listScreen('/ad/x', 'xs', () => import('../resources/xs.ts')),
        recordScreen('/ad/x/$id', 'xs', () => import('../resources/xs.ts')),
      ];`;
    expect(pagesIn('src/routes/some.ts', code)).toEqual([
      { address: '/log/cv', title: 'log.cv.title', modules: ['src/screens/log/cv.tsx'] },
      {
        address: '/ad/x',
        title: 'resource.xs.title',
        modules: ['src/screens/list/list-screen.tsx', 'src/resources/xs.ts'],
      },
      {
        address: '/ad/x/$id',
        title: 'resource.xs.one',
        modules: ['src/screens/record/record-screen.tsx', 'src/resources/xs.ts'],
      },
    ]);
  });

  test('are routes outside the frame, and lines of the table of analyses', () => {
    const route = `createRoute({ path: '/login', component: lazy(() => import('../screens/login.tsx')) })`;
    expect(pagesIn('src/routes/login.ts', route)).toEqual([
      { address: '/login', title: null, modules: ['src/screens/login.tsx'] },
    ]);
    const table = `[{ to: '/analyze/x', label: 'x.title', load: () => import('./x.ts') }, { to: '/analyze/y', label: 'y' }]`;
    expect(pagesIn('src/analyses/pages.ts', table)).toEqual([
      {
        address: '/analyze/x',
        title: 'x.title',
        modules: ['src/screens/analysis/report/analysis-screen.tsx', 'src/analyses/x.ts'],
      },
    ]);
  });

  test('are those of the router', async () => {
    const { createConsoleRouter } = await vi.importActual<{
      readonly createConsoleRouter: (console: object) => { readonly routesByPath: object };
    }>('../../../src/routes/index.ts');
    const { routesByPath } = createConsoleRouter({});
    expect(
      declaredPages()
        .map(({ address }) => address)
        .toSorted(),
    ).toEqual(
      Object.keys(routesByPath)
        // The first leads to the dashboard, the second is for any other address.
        .filter(path => path !== '/' && !path.endsWith('/$'))
        .toSorted(),
    );
  });
});

/** A chunk of a build; `module` is the one that it is named after. */
const chunk = (
  fileName: string,
  module: string,
  imports: readonly string[] = [],
  css: readonly string[] = [],
) => ({
  type: 'chunk',
  fileName,
  facadeModuleId: resolve(module),
  imports,
  viteMetadata: { importedCss: new Set(css) },
});
const bundleOf = (...made: readonly ReturnType<typeof chunk>[]) =>
  Object.fromEntries(made.map(one => [one.fileName, one])) as unknown as Rolldown.OutputBundle;

describe('the pages of a build', () => {
  const framed = bundleOf(
    chunk('assets/main.js', 'index.html', ['assets/base.js'], ['assets/main.css']),
    chunk('assets/base.js', 'base'),
    ...SIGNED_IN_MODULES.map((module, index) =>
      chunk(`assets/frame${index}.js`, module, ['assets/base.js'], ['assets/frame.css']),
    ),
    chunk(
      'assets/cv.js',
      'src/screens/log/cv.tsx',
      ['assets/shared.js', 'assets/main.js'],
      ['assets/cv.css'],
    ),
    chunk('assets/shared.js', 'shared', ['assets/shared.js', 'assets/deep.js'], ['assets/shared.css']),
    chunk('assets/deep.js', 'deep'),
    chunk('assets/shell-ja.js', 'src/messages/ja.json?part=shell'),
    chunk('assets/shell-en.js', 'src/messages/en.json?part=shell'),
    chunk('assets/log-ja.js', 'src/messages/ja.json?part=log'),
  );
  const declared = { address: '/log/cv/$id', title: 'log.cv.title', modules: ['src/screens/log/cv.tsx'] };

  test('load what the screen and the frame import, once, without the entry', () => {
    const [page]: readonly BuiltPage[] = builtPages(framed, [declared]);
    expect(page?.scripts).toEqual([
      ...SIGNED_IN_MODULES.map((_, index) => `/assets/frame${index}.js`),
      '/assets/cv.js',
      '/assets/shared.js',
      '/assets/deep.js',
    ]);
    expect(page?.styles.toSorted()).toEqual(['/assets/cv.css', '/assets/frame.css', '/assets/shared.css']);
    expect(page?.texts).toEqual({
      ja: ['/assets/shell-ja.js', '/assets/log-ja.js'],
      en: ['/assets/shell-en.js'],
      'zh-CN': [],
    });
  });

  test('match one segment for each variable, with or without a slash at the end', () => {
    const [page] = builtPages(framed, [declared]);
    const pattern = new RegExp(page!.pattern);
    expect(
      ['/log/cv/7', '/log/cv/7/', '/log/cv', '/log/cv/7/8', '/log/cv/', '/x/log/cv/7'].map(path =>
        pattern.test(path),
      ),
    ).toEqual([true, true, false, false, false, false]);
  });

  test('have an introduction unless it depends on the row or on data, and no title that users choose', () => {
    const wordsOf = (address: string, title: string) =>
      builtPages(framed, [{ ...declared, address, title }])[0]?.words?.ja;
    expect(wordsOf('/log/cv', 'log.cv.title')).toEqual({
      title: 'CVログ',
      lead: expect.stringContaining('CV'),
    });
    expect(wordsOf('/log/cv/$id', 'log.cv.one')).toEqual({ title: 'CV', lead: null });
    expect(wordsOf('/ad/category-setting', 'nav.ad.category-setting')).toEqual({
      title: 'カテゴリ設定',
      lead: null,
    });
    expect(wordsOf('/analyze/custom/item-1', 'analysis.item_1.title')?.title).toBeNull();
    expect(builtPages(framed, [{ ...declared, title: null }])[0]?.words).toBeNull();
  });

  test('must have a file of each module', () => {
    expect(() => builtPages(framed, [{ ...declared, modules: ['src/screens/none.tsx'] }])).toThrow(
      'The build has no file of src/screens/none.tsx.',
    );
  });
});
