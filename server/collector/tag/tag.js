// The measurement tag, which runs on measured pages. It reports events; the collector evaluates them. Minified and served by tags.ts as
// /t/{product}.js, with CONFIG replaced by: p product, h the product's domain, b [[CV setting, selector]], e the tag's own address.
// It uses no eval, inline code or style, so it needs only script-src and connect-src to the collector's origin.
// With data-consent, consent.js starts it after consent, and stops it when consent is withdrawn. On other sites' pages, link.js adds
// the visitor's pass to links to the product.
(config => {
  const page = document;
  const script = page.currentScript || {};
  const base = (script.src || config.e).replace(/t\/[^/]*$/, '');
  const attempt = action => {
    try {
      return action();
    } catch {
      // Without cookies and storage, only the click token in the address is available.
    }
  };
  const within = `.${location.hostname}`.endsWith(`.${config.h}`);
  const { consent, ...data } = script.dataset || {};
  // One name a product: with a common one, the answer to one product's tag would replace the click of another's.
  const key = `_tp${config.p}`; // also of a global: 1, or the visitor's pass
  let visitor;
  let click;
  let address = page.referrer; // of the latest view; until the first one, of the page before
  let referrer = address;
  let run; // of each start its own; falsy: stopped

  const load = (name, value) => {
    if (!value) return;
    const loader = page.createElement('script');
    loader.src = `${base}t/${name}.js`;
    loader.dataset.c = value;
    page.head.append(loader);
  };
  const stored = name =>
    attempt(() => page.cookie.match(`(^|; )${name}=(\\d+)`)[2]) || attempt(() => localStorage[name]);
  const store = () => {
    attempt(() => (sessionStorage[key] = click));
    attempt(
      () =>
        (page.cookie = `${key}=${visitor};path=/;max-age=31536000;samesite=lax${within ? `;domain=${config.h}` : ''}`),
    );
    attempt(() => (localStorage[key] = visitor));
  };

  const send = (event, wait = 1e3) => {
    if (!run) return;
    const own = run;
    event = { u: location.href, r: referrer, i: Math.random(), ...event }; // a retry has those of the first try, and a longer wait
    fetch(`${base}e`, {
      method: 'POST',
      // Text needs no preflight. JSON would turn NaN into null, which states no amount instead of a wrong one.
      body: JSON.stringify({ p: config.p, v: visitor, x: click, w: wait, ...event }, (_, value) =>
        value === value ? value : 'NaN',
      ),
      keepalive: 1, // outlives the page
      credentials: 'omit',
    })
      .then(answer => {
        if (answer.status > 499) throw 0;
        return answer.status === 204 || answer.json();
      })
      .then(
        answer => {
          if (answer._message) console.warn('Touchpath:', answer._message[0]); // why nothing was recorded
          if (answer.v && run === own) {
            visitor = answer.v;
            click = answer.x;
            self[key] = answer.d || self[key]; // the visitor's pass, for link.js
            store();
            load('cv', answer.c); // only after a conversion for which networks may have CV tags
          }
        },
        // The browser is offline, or the collector is restarted: the page tries for two minutes, while it is open.
        () => (wait *= 2) < 1e5 && setTimeout(send, wait, event, wait),
      );
  };

  if (self[key]) return; // two copies of the tag on one page count once
  self[key] = 1;

  addEventListener(
    'click',
    ({ target }) => {
      config.b.map(([setting, selector]) =>
        attempt(() => target.closest(selector) && send({ t: 'click', s: setting })),
      );
    },
    true,
  );

  const view = navigation => {
    // A site that changes pages without loading them leaves the browser's referrer as it was.
    if (address !== location.href) {
      referrer = address;
      address = location.href;
    }
    send({ t: 'view', a: data, n: navigation });
  };
  const track = (what, values) => (what === 'cv' ? send({ t: 'cv', a: values }) : view(what));
  const stop = () => {
    run = 0;
    self[key] = 1;
  };
  const start = () => {
    run = {};
    // An earlier tag stored `_tpv` and `_tpx` for all products.
    visitor = stored(key) || stored('_tpv') || crypto.getRandomValues(new BigUint64Array(1)).join();
    click = attempt(() => sessionStorage[key] ?? sessionStorage._tpx) || '';
    // The address may have the click of another product, and the answer to a landing may be missed: the collector chooses.
    location.search.replace(/[?&]xclid=([\w-]+)/, (_, landed) => {
      click = landed + ' ' + click.slice(0, 35); // one earlier token
    });
    store();
    load(
      'cv',
      attempt(() => sessionStorage._tpc),
    ); // of the page before, which was left before its CV tags were inserted
    if (page.prerendering) page.addEventListener('prerenderingchange', view);
    else view(attempt(() => performance.getEntriesByType('navigation')[0].type));
    // Every tag of the page gets each call, also a tag that loads after the call. Its own view is of the address reached by then.
    const calls = self.touchpath?.q || [];
    calls.map(([what, values]) => what === 'cv' && track(what, values));
    calls.t = [...(calls.t || []), track];
    self.touchpath = (...call) => {
      calls.push(call);
      calls.t.map(one => one(...call));
    };
    self.touchpath.q = calls;
    if (!within) load('link', [key, config.h]);
    return stop;
  };
  if (consent) (self._tpw || (load('consent2', consent), (self._tpw = []))).push([start, config.h]);
  else start();
})(CONFIG);
