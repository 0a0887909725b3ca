import { LOCALES, type Locale, type Texts, type Wanted } from '../../machines/language.ts';
import ja from '../messages/ja.json?part=door';

/** Japanese is the default and what stands in where another language cannot be had, so its first texts are always at hand. */
export const FALLBACK: Locale = 'ja';
export const FALLBACK_TEXTS: Texts = ja;

export const isLocale = (value: unknown): value is Locale => LOCALES.some(locale => locale === value);

type Load = () => Promise<{ readonly default: Texts }>;

/** `door`: what the pages before the sign-in say; `house`: everything else (vite.config.ts cuts the files in two). */
const PARTS: Readonly<Record<Locale, { readonly door: Load; readonly house: Load }>> = {
  ja: { door: async () => ({ default: ja }), house: () => import('../messages/ja.json?part=house') },
  en: { door: () => import('../messages/en.json?part=door'), house: () => import('../messages/en.json?part=house') },
  'zh-CN': { door: () => import('../messages/zh-CN.json?part=door'), house: () => import('../messages/zh-CN.json?part=house') },
};

export const textsOf = async ({ locale, whole }: Wanted): Promise<Texts> => {
  const { door, house } = PARTS[locale];
  const parts = await Promise.all(whole ? [door(), house()] : [door()]);
  return Object.assign({ ...FALLBACK_TEXTS }, ...parts.map(part => part.default)) as Texts;
};
