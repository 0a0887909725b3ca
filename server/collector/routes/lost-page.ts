import type { FastifyReply, FastifyRequest } from 'fastify';

const TEXTS = {
  ja: {
    404: ['ページが見つかりません', 'このリンクは存在しません。'],
    410: ['このリンクは終了しました', 'この広告の掲載は終了しました。'],
    503: ['ただいまリンクを確認できません', 'しばらくしてから、もう一度お試しください。'],
  },
  en: {
    404: ['Page not found', 'There is no such link.'],
    410: ['This link has ended', 'This advertisement is no longer running.'],
    503: ['This link cannot be checked right now', 'Please try again in a moment.'],
  },
  zh: {
    404: ['找不到页面', '此链接不存在。'],
    410: ['此链接已失效', '此广告已结束投放。'],
    503: ['暂时无法确认此链接', '请稍后再试。'],
  },
} as const;
type Language = keyof typeof TEXTS;

/** The supported language that best matches an Accept-Language header; Japanese if it names none of them. */
export const languageOf = (header: string | undefined): Language => {
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
  const wish = wishes.find(({ language, quality }) => quality > 0 && Object.hasOwn(TEXTS, language));
  return (wish?.language as Language | undefined) ?? 'ja';
};

/**
 * A small page for a visitor with a dead link: 404 never existed, 410 was removed, 503 cannot be looked up at
 * the moment.
 */
export const sendLostPage = (
  status: 404 | 410 | 503,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const language = languageOf(request.headers['accept-language']);
  const [title, sentence] = TEXTS[language][status];
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language === 'zh' ? 'zh-CN' : language)
    .header('vary', 'Accept-Language')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .send(
      `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<meta name="robots" content="noindex"><title>${title}</title>` +
        '<style>body{font:16px/1.7 system-ui,sans-serif;margin:20vh auto;max-width:32em;padding:0 1em;color:#333}@media(prefers-color-scheme:dark){body{background:#222;color:#ddd}}</style>' +
        `<h1>${title}</h1><p>${sentence}</p></html>`,
    );
};
