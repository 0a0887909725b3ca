import type { Guide } from '../../machines/help.ts';
import type { Locale } from '../../machines/language.ts';

const MODULES: Readonly<Record<Locale, () => Promise<{ readonly default: unknown }>>> = {
  ja: () => import('virtual:guides/ja'),
  en: () => import('virtual:guides/en'),
  'zh-CN': () => import('virtual:guides/zh-CN'),
};

/** @returns all guides of a language, in no particular order; they are one file, which is loaded once */
export const loadGuides = async (language: Locale): Promise<readonly Guide[]> =>
  (await MODULES[language]()).default as readonly Guide[];
