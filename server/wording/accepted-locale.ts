import type { Locale } from './words.ts';

/** Locales by the first part of a language tag. */
const LOCALE_OF: Readonly<Record<string, Locale>> = { ja: 'ja', en: 'en', zh: 'zh-CN' };

/** The locale that best matches an Accept-Language header; undefined: it names none of them. */
export const namedLocale = (header: string | undefined): Locale | undefined => {
  const wishes = (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map(wish => {
      const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
      const quality = Number(
        parameters
          .map(parameter => parameter.trim())
          .find(parameter => parameter.startsWith('q='))
          ?.slice(2) ?? 1,
      );
      return { language: tag.split('-')[0] ?? '', quality: Number.isFinite(quality) ? quality : 0 };
    });
  wishes.sort((a, b) => b.quality - a.quality); // stable: equal wishes keep their order
  const wish = wishes.find(({ language, quality }) => quality > 0 && Object.hasOwn(LOCALE_OF, language));
  return wish && LOCALE_OF[wish.language];
};

/** The locale that best matches an Accept-Language header; Japanese if it names none of them. */
export const acceptedLocale = (header: string | undefined): Locale => namedLocale(header) ?? 'ja';
