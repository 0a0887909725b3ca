import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { either, isLong } from './long.ts';

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}
interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ readonly violations: readonly Found[]; readonly passes: readonly object[] }>;
  configure(options: object): void;
}

const script = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rows of a grid from the fifth on: they have the parts of those before them. */
const FURTHER_ROWS = '.tp-row:nth-child(n + 5)';

/** Marks the targets whose size axe checks: all, or two of each kind, as many rows have the same ones. Runs in the page. */
const markTargets = (all: boolean): void => {
  const kinds = new Map<string, number>();
  for (const target of document.querySelectorAll(
    'a[href], area[href], button, input, select, textarea, summary, [tabindex], [role]',
  )) {
    const kind = `${target.tagName} ${target.getAttribute('role') ?? ''} ${target.getAttribute('class') ?? ''}`;
    const count = kinds.get(kind) ?? 0;
    kinds.set(kind, count + 1);
    if (all || count < 2) target.setAttribute('data-measured-target', '');
  }
};

/**
 * Returns the faults that axe finds once all animations have ended, and the width by which the page
 * overflows.
 *
 * Outside the long form only the first rows of a grid are checked.
 *
 * @param part a selector that limits the check to a part of the page
 * @param contrast whether to check the contrast of texts, which takes two thirds of the time; by default in
 * the dark theme and in long runs only, as the catalogue checks the colour pairs in all themes. There and in narrow
 * windows the sizes of all targets are checked, which takes two thirds of the remaining time; elsewhere, and where
 * contrast is not wanted, those of two targets of each kind.
 */
export const axeFaults = async (page: Page, part?: string, contrast?: boolean): Promise<string[]> => {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  // The script is loaded once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  const { isDark, isNarrow } = await page.evaluate(() => ({
    isDark: document.documentElement.dataset['theme'] === 'dark',
    isNarrow: innerWidth < 600,
  }));
  await page.evaluate(markTargets, isLong || ((isDark || isNarrow) && contrast !== false));
  const { faults, passes } = await page.evaluate(
    async ([tags, selector, measured, excluded]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      axe.configure({ rules: [{ id: 'target-size', selector: '[data-measured-target]' }] });
      const { violations, passes: passed } = await axe.run(
        { include: [selector ?? 'html'], exclude: excluded },
        { runOnly: tags, resultTypes: ['violations'], rules: { 'color-contrast': { enabled: measured } } },
      );
      for (const target of document.querySelectorAll('[data-measured-target]'))
        target.removeAttribute('data-measured-target');
      const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      return {
        passes: passed.length,
        faults: [
          ...violations.map(
            ({ id, nodes }) =>
              `${id}: ${nodes
                .slice(0, 3)
                .map(({ target, failureSummary }) => `${String(target)} ${failureSummary ?? ''}`)
                .join(' | ')}`,
          ),
          ...(over > 0 ? [`${over} px too wide`] : []),
        ],
      };
    },
    [TAGS, part, contrast ?? (isLong || isDark), isLong ? [] : [FURTHER_ROWS]] as const,
  );
  if (passes < 5) throw new Error(`axe looked at next to nothing: ${passes} rules passed`);
  return faults;
};

/**
 * The faults in the part of a page that has changed since the page was checked. The long form checks the whole page again.
 *
 * @param part a selector of the part, such as an opened dialog
 */
export const axeFaultsIn = (page: Page, part: string): Promise<string[]> =>
  axeFaults(page, isLong ? undefined : part);

/** Two looks that differ in language, theme and width, so that checking both covers every value. */
export const LOOKS = [
  { speaking: 'ja', theme: 'light', viewport: { width: 1440, height: 900 } },
  { speaking: 'en', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

/**
 * The looks for screens other than the main ones: outside the long form only the narrow, dark one, in which the contrast
 * is checked as well.
 */
export const FEWER_LOOKS = either(LOOKS[1], LOOKS[0]);
