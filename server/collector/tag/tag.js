// The tag: what a measured page runs. It reports and decides nothing; the collector evaluates. Minified and served by tags.ts as /t/{product}.js,
// with CONFIG in the place of the name: p product, h the product's domain, b [[CV setting, selector]], e the tag's own address.
// No eval, no inline code, no style: it needs script-src and connect-src to the collector's origin and nothing else.
(config => {
  const page = document;
  const script = page.currentScript || {};
  const endpoint = (script.src || config.e).replace(/\/t\/[^/]*$/, '/e');
  const attempt = action => {
    try {
      return action();
    } catch {
      // Cookies or storage are switched off: the click token in the address is what remains.
    }
  };
  const within = ({ hostname }) => `.${hostname}`.endsWith(`.${config.h}`);
  const find = (pattern, text) => (pattern.exec(text) || [])[1];
  let visitor = attempt(() => find(/(?:^|; )_tpv=(\d+)/, page.cookie)) || attempt(() => localStorage._tpv);
  let click = find(/[?&]xclid=([\w-]+)/, location.search) || attempt(() => sessionStorage._tpx);
  let pass;

  // Conversions of which networks may have tags to put here: what does it (cv.js) is loaded only then.
  const hand = asking => {
    if (!asking) return;
    const next = page.createElement('script');
    next.src = endpoint.replace(/e$/, 't/cv.js');
    next.dataset.c = asking;
    page.head.append(next);
  };

  const keep = () => {
    attempt(() => (sessionStorage._tpx = click || ''));
    if (!visitor) return; // the collector will say who the click's visitor is
    attempt(
      () =>
        (page.cookie = `_tpv=${visitor};path=/;max-age=31536000;samesite=lax${within(location) ? `;domain=${config.h}` : ''}`),
    );
    attempt(() => (localStorage._tpv = visitor));
  };

  const send = (event, tries = 3) => {
    const body = JSON.stringify({
      p: config.p,
      u: location.href,
      r: page.referrer,
      v: visitor,
      x: click,
      ...event,
    });
    // A body of text needs no preflight; keepalive outlives the page.
    fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' })
      .then(answer => {
        if (answer.status === 503 && --tries) setTimeout(send, 2e3, event, tries);
        return answer.status === 200 && answer.json();
      })
      .then(
        told => {
          if (told) {
            visitor = told.v;
            click = told.x;
            pass = told.d || pass;
            keep();
            hand(told.c);
          }
        },
        () => {},
      );
  };

  if (self[`_tp${config.p}`]) return; // two copies on one page count once
  self[`_tp${config.p}`] = 1;
  if (!visitor && !click) visitor = String(crypto.getRandomValues(new BigUint64Array(1))[0]);
  keep();
  hand(attempt(() => sessionStorage._tpc)); // of the page before, which was left too early

  addEventListener(
    'click',
    ({ target }) => {
      if (!target.closest) return;
      config.b.map(([setting, selector]) =>
        attempt(() => target.closest(selector) && send({ t: 'click', s: setting })),
      );
      const link = target.closest('a[href]');
      if (link && pass && within(link) && !/[?&]tpx=/.test(link.search))
        link.search += `${link.search && '&'}tpx=${pass}`;
    },
    true,
  );

  const data = { ...script.dataset };
  const view = () => send({ t: 'view', a: data });
  const tell = (what, values) => (what === 'cv' ? send({ t: 'cv', a: values }) : view());
  if (page.prerendering) page.addEventListener('prerenderingchange', view, { once: true });
  else view();
  const queue = (self.touchpath || {}).q || [];
  self.touchpath = tell;
  queue.map(call => tell(...call));
})(CONFIG);
