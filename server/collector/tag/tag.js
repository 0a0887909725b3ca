// The measurement tag, which runs on measured pages. It reports events; the collector evaluates them. Minified and served by tags.ts as
// /t/{product}.js, with CONFIG replaced by: p product, h the product's domain, b [[CV setting, selector]], e the tag's own address.
// It uses no eval, inline code or style, so it needs only script-src and connect-src to the collector's origin.
// With data-consent, consent.js starts it after consent, and stops it when consent is withdrawn.
(config => {
  const page = document;
  const script = page.currentScript || {};
  const endpoint = (script.src || config.e).replace(/\/t\/[^/]*$/, '/e');
  const attempt = action => {
    try {
      return action();
    } catch {
      // Without cookies and storage, only the click token in the address is available.
    }
  };
  const within = ({ hostname }) => `.${hostname}`.endsWith(`.${config.h}`);
  const find = (pattern, text) => (pattern.exec(text) || [])[1];
  const { consent, ...data } = { ...script.dataset };
  let visitor;
  let click;
  let pass;
  let run; // of each start its own; undefined: stopped

  const load = (name, value) => {
    const loader = page.createElement('script');
    loader.src = endpoint.replace(/e$/, `t/${name}.js`);
    loader.dataset.c = value;
    page.head.append(loader);
  };
  // Only after a conversion for which networks may have CV tags.
  const loadCvTags = token => token && load('cv', token);

  const store = () => {
    attempt(() => (sessionStorage._tpx = click || ''));
    if (!visitor) return; // the collector answers with the visitor of the click
    attempt(
      () =>
        (page.cookie = `_tpv=${visitor};path=/;max-age=31536000;samesite=lax${within(location) ? `;domain=${config.h}` : ''}`),
    );
    attempt(() => (localStorage._tpv = visitor));
  };

  const send = (event, tries = 3) => {
    if (!run) return;
    const own = run;
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
        answer => {
          if (answer && run === own) {
            visitor = answer.v;
            click = answer.x;
            pass = answer.d || pass;
            store();
            loadCvTags(answer.c);
          }
        },
        () => {},
      );
  };

  if (self[`_tp${config.p}`]) return; // two copies of the tag on one page count once
  self[`_tp${config.p}`] = 1;

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

  const view = () => send({ t: 'view', a: data });
  const track = (what, values) => (what === 'cv' ? send({ t: 'cv', a: values }) : view());
  const stop = () => {
    run = undefined;
    pass = '';
  };
  const start = () => {
    run = {};
    visitor = attempt(() => find(/(?:^|; )_tpv=(\d+)/, page.cookie)) || attempt(() => localStorage._tpv);
    click = find(/[?&]xclid=([\w-]+)/, location.search) || attempt(() => sessionStorage._tpx);
    if (!visitor && !click) visitor = String(crypto.getRandomValues(new BigUint64Array(1))[0]);
    store();
    loadCvTags(attempt(() => sessionStorage._tpc)); // of the page before, which was left before its CV tags were inserted
    if (page.prerendering) page.addEventListener('prerenderingchange', view, { once: true });
    else view();
    const queue = (self.touchpath || {}).q || [];
    self.touchpath = track;
    queue.map(call => track(...call));
    return stop;
  };
  const tag = [start, config.h];
  if (!consent) start();
  else if (self._tpw) self._tpw.push(tag);
  else {
    self._tpw = [tag];
    load('consent', consent);
  }
})(CONFIG);
