import { useEffect } from 'react';
import type { Locale } from '../../machines/language.ts';
import { useLocale } from '../console/context.ts';

/**
 * Importers of PrimeReact's texts (calendars, empty lists, names for screen readers); English is built in.
 */
const TEXTS: Readonly<Record<Locale, () => Promise<{ readonly default: object }>>> = {
  ja: () => import('primelocale/ja.json'),
  en: async () => ({ default: {} }),
  'zh-CN': () => import('primelocale/zh-CN.json'),
};

/**
 * Sets the language of PrimeReact. It and its texts are loaded after the first paint, like the controls that
 * need them.
 */
export const usePrimeLocale = (): void => {
  const { locale } = useLocale();
  useEffect(() => {
    let still = true;
    void Promise.all([import('primereact/api'), TEXTS[locale]()]).then(
      ([{ addLocale, locale: speak }, { default: texts }]) => {
        if (!still) return;
        const own = (texts as Readonly<Record<string, object | undefined>>)[locale];
        if (own) addLocale(locale, own);
        speak(locale);
      },
    );
    return () => {
      still = false;
    };
  }, [locale]);
};
