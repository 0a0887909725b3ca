import { describe, expect, it } from 'vitest';
import { createEarlyPages, type BuiltPage } from '../../../server/http/early-page.ts';

const HTML =
  '<html lang="ja"><head><script type="module" src="/a.js"></script><link rel="modulepreload" href="/b.js"></head><body><div id="root"></div></body></html>';
const words = (title: string | null, lead: string | null = null) => ({ title, lead });
const texts = { ja: ['/ja.js'], en: ['/en.js'], 'zh-CN': ['/zh.js'] };
const page = (pattern: string, more: Partial<BuiltPage> = {}): BuiltPage => ({
  pattern,
  scripts: [`/${pattern.replaceAll(/\W/g, '')}.js`],
  styles: ['/page.css'],
  texts,
  words: { ja: words('広告', '説明'), en: words('Ads & <b>"more"</b>'), 'zh-CN': words(null) },
  isLeadBelow: false,
  ...more,
});
const early = createEarlyPages(HTML, [
  page('^/ads/?$'),
  page('^/ads/[^/]+/?$', { isLeadBelow: true }),
  page('^/login/?$', { words: null }),
]);
const SIGNED_IN = 'touchpath-signed-in=true';

describe('the early page', () => {
  it('has the title, the styles, the scripts and the texts of the addressed screen', () => {
    const html = early('/ads', SIGNED_IN);
    expect(html).toContain('<link rel="stylesheet" crossorigin href="/page.css">');
    expect(html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/ads.js">');
    expect(html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/ja.js">');
    expect(html).toContain('<header class="tp-screen-head"><h1>広告</h1><p>説明</p></header>');
    expect(html).not.toContain('/en.js');
  });

  it('is the built page with its files in the head and the frame after the root', () => {
    expect(early('/ads/7', SIGNED_IN)).toBe(
      [
        '<html lang="ja"><head>',
        '<script type="module" fetchpriority="low" src="/a.js"></script>',
        '<link rel="modulepreload" fetchpriority="low" href="/b.js">',
        '<link rel="stylesheet" crossorigin href="/page.css">',
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/ads.js">',
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/ja.js">',
        '</head><body><div id="root"></div>',
        '<div id="early" class="shell skeleton early" aria-busy="true">',
        '<div class="sidebar" aria-hidden="true"><i style="width:60%" aria-hidden="true"></i><i></i><i></i><i></i></div>',
        '<div class="workplace">',
        '<div class="navbar" aria-hidden="true"><i style="width:180px" aria-hidden="true"></i></div>',
        '<main class="main"><div class="place"></div>',
        '<header class="tp-screen-head early-lead-below"><h1>広告</h1><p>説明</p></header>',
        '<i style="height:96px" aria-hidden="true"></i><i style="height:320px" aria-hidden="true"></i>',
        '</main></div></div></body></html>',
      ].join(''),
    );
  });

  it('loads every script after what the first paint needs', () => {
    const html = early('/ads', SIGNED_IN);
    expect(
      html.match(/<(?:script type="module"|link rel="modulepreload") fetchpriority="low"/g),
    ).toHaveLength(4);
    expect(html).not.toMatch(/(?:type="module"|rel="modulepreload") (?!fetchpriority="low")/);
  });

  it('is in the language of the cookie, Japanese by default, with escaped texts', () => {
    const english = early('/ads/', `other=1; touchpath-locale=en; ${SIGNED_IN}`);
    expect(english).toContain('<html lang="en">');
    expect(english).toContain('/en.js');
    expect(english).toContain('<h1>Ads &#38; &#60;b&#62;&#34;more&#34;&#60;/b&#62;</h1></header>');
    expect(early('/ads', `touchpath-locale=en; ${SIGNED_IN}`)).toContain('<html lang="en">');
    expect(early('/ads', `${SIGNED_IN}; touchpath-locale=fr`)).toContain('<html lang="ja">');
    expect(early('/ads', `${SIGNED_IN}; touchpath-locale=en-x`)).toContain('<html lang="ja">');
  });

  it('has no title where it depends on data', () => {
    const html = early('/ads', `${SIGNED_IN}; touchpath-locale=zh-CN`);
    expect(html).toContain('<header class="tp-screen-head"></header>');
  });

  it('is the page of the first pattern that matches the whole path', () => {
    expect(early('/ads/7', SIGNED_IN)).toContain('early-lead-below');
    expect(early('/ads', SIGNED_IN)).not.toContain('early-lead-below');
    for (const path of ['/ads/7/8', '/x/ads', '/adsx', '/']) expect(early(path, SIGNED_IN)).toBe(HTML);
  });

  it.each(['', 'touchpath-signed-in=false', 'x-touchpath-signed-in=true', 'touchpath-signed-in=truex'])(
    'is the unchanged page for a cookie header %j, whose sender will be led to the sign-in page',
    cookie => expect(early('/ads', cookie)).toBe(HTML),
  );

  it('outside the frame loads the screen for everybody and shows no title', () => {
    const html = early('/login', '');
    expect(html).toContain('/login.js');
    expect(html).not.toContain('id="early"');
  });
});
