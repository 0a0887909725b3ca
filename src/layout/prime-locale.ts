import { addLocale, locale as speak } from 'primereact/api';
import { useEffect } from 'react';
import type { Locale } from '../../machines/language.ts';
import { useLocale } from '../console/context.ts';

/** PrimeReact's own texts (calendars, empty lists, names for screen readers); it brings English along. */
const TEXTS: Readonly<Record<Exclude<Locale, 'en'>, () => Promise<{ readonly default: object }>>> = {
  ja: () => import('primelocale/ja.json'),
  'zh-CN': () => import('primelocale/zh-CN.json'),
};

/** Lets PrimeReact speak the console's language; the texts come from a chunk of their own, one language at a time. */
export const usePrimeLocale = (): void => {
  const { locale } = useLocale();
  useEffect(() => {
    if (locale === 'en') {
      speak('en');
      return;
    }
    let still = true;
    void TEXTS[locale]().then(({ default: texts }) => {
      if (!still) return;
      addLocale(locale, (texts as Readonly<Record<string, object>>)[locale] ?? {});
      speak(locale);
    });
    return () => {
      still = false;
    };
  }, [locale]);
};
