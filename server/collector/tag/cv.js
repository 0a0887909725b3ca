// Inserts the networks' CV tags of a conversion into its page. Loaded by tag.js as /t/cv.js; data-c holds the conversion's token.
// Results are made some moments after the conversion was reported, so the script polls a few times. A page that is left before
// stores its token and key for the next page of the site.
(() => {
  const page = document;
  const { src, dataset } = page.currentScript;
  const attempt = action => {
    try {
      return action();
    } catch {
      // Without storage, polling ends with the page.
    }
  };
  const [token, key = String(crypto.getRandomValues(new BigUint64Array(1))[0])] = dataset.c.split('|');
  const request = `${token}|${key}`;
  if (self[request]) return; // two products' tags on one page find the same stored request
  self[request] = 1;
  attempt(() => (sessionStorage._tpc = request));
  const forget = () => attempt(() => sessionStorage._tpc === request && sessionStorage.removeItem('_tpc'));

  const isReload = attempt(() => /^(reload|back)/.test(performance.getEntriesByType('navigation')[0].type));
  const post = more =>
    fetch(src.replace(/t\/cv\.js$/, 'e/tags'), {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      body: JSON.stringify({
        c: token,
        k: key,
        u: location.href.slice(0, 2048),
        r: isReload ? 1 : 0,
        ...more,
      }),
    });

  // Signals of a consent platform, for the networks. Characters that no signal has are left out of HTML and scripts.
  const fill = html =>
    html.replace(/\{(gdpr|gdpr_consent|gpp|gpp_sid)\}/g, (_, name) =>
      String(((self._tpw || {}).signals || {})[name] || '').replace(/[^\w.,~-]/g, ''),
    );

  const boxes = [];
  const blocked = new Set();
  // A policy that blocks a network's script or image reports it, by its address or by the element.
  page.addEventListener('securitypolicyviolation', ({ target, blockedURI }) => {
    const host = (/\/\/([^/]+)/.exec(blockedURI) || [])[1];
    for (const [id, html, box] of boxes)
      if (box.contains(target) || (host && html.includes(host))) blocked.add(id);
  });

  // Scripts inserted as HTML do not run. Copies of them do, one after the other as in a page that is parsed, unless they are async.
  const run = async box => {
    for (const inert of box.querySelectorAll('script')) {
      const script = page.createElement('script');
      for (const { name, value } of inert.attributes) script.setAttribute(name, value);
      script.text = inert.text;
      script.async = inert.hasAttribute('async');
      const loaded =
        inert.src &&
        !script.async &&
        new Promise(done => ['load', 'error'].forEach(end => script.addEventListener(end, done)));
      // document.write after parsing would empty the page: what an inline script writes is inserted in its place.
      const written = page.createElement('span');
      const { write, writeln } = page;
      page.write = page.writeln = (...texts) => written.insertAdjacentHTML('beforeend', texts.join(''));
      inert.replaceWith(script, written);
      Object.assign(page, { write, writeln });
      await loaded;
      await run(written);
    }
  };

  const insert = async ([id, html]) => {
    if (boxes.some(([known]) => known === id)) return; // answered again together with a later one
    try {
      const box = page.createElement('div');
      box.hidden = true;
      boxes.push([id, html, box]);
      box.innerHTML = fill(html); // images begin to load here
      page.body.append(box);
      await run(box);
    } catch {
      blocked.add(id); // the page allows no HTML from texts (Trusted Types)
    }
  };

  const poll = ([wait, ...waits]) => {
    if (wait !== undefined) setTimeout(() => void insertTags(waits), wait);
  };
  const insertTags = async waits => {
    if ((self._tpw || {}).isStopped) return; // consent was withdrawn
    try {
      const answer = await post();
      if (answer.ok) {
        const { t, m } = await answer.json();
        if (!m) forget();
        await Promise.all(t.map(insert));
        if (m) poll(waits);
        if (t.length) setTimeout(() => void (blocked.size && post({ b: [...blocked] }).catch(() => {})), 2e3);
      } else if (answer.status === 503) poll(waits);
      else forget();
    } catch {
      poll(waits); // no answer
    }
  };
  poll([1500, 1500, 2e3, 4e3, 8e3, 15e3]);
})();
