import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLocale } from '../../wording/accepted-locale.ts';
import type { Locale } from '../../wording/words.ts';

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
  'zh-CN': {
    404: ['找不到页面', '此链接不存在。'],
    410: ['此链接已失效', '此广告已结束投放。'],
    503: ['暂时无法确认此链接', '请稍后再试。'],
  },
} as const satisfies Record<Locale, object>;

/**
 * A small page for a visitor with a dead link: 404 never existed, 410 was removed, 503 cannot be looked up at
 * the moment.
 */
export const sendLostPage = (
  status: 404 | 410 | 503,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const locale = acceptedLocale(request.headers['accept-language']);
  const [title, sentence] = TEXTS[locale][status];
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', locale)
    .header('vary', 'Accept-Language')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .send(
      `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<meta name="robots" content="noindex"><title>${title}</title>` +
        '<style>body{font:16px/1.7 system-ui,sans-serif;margin:20vh auto;max-width:32em;padding:0 1em;color:#333}@media(prefers-color-scheme:dark){body{background:#222;color:#ddd}}</style>' +
        `<h1>${title}</h1><p>${sentence}</p></html>`,
    );
};
