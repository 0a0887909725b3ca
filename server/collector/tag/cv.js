// Puts the networks' CV tags of a conversion into its page. Loaded by tag.js as /t/cv.js, with what to ask with in data-c: results are made some moments after
// the conversion was told, so it asks a few times. A page that is left before leaves its asking, with its key, to the next page of the site.
(() => {
  const page = document;
  const { src, dataset } = page.currentScript;
  const attempt = action => {
    try {
      return action();
    } catch {
      // No storage: then the asking ends with the page.
    }
  };
  const [asking, key = String(crypto.getRandomValues(new BigUint64Array(1))[0])] = dataset.c.split('|');
  const kept = `${asking}|${key}`;
  if (self[kept]) return; // two products' tags on one page find the same asking left
  self[kept] = 1;
  attempt(() => (sessionStorage._tpc = kept));
  const forget = () => attempt(() => sessionStorage._tpc === kept && sessionStorage.removeItem('_tpc'));

  const again = attempt(() => /^(reload|back)/.test(performance.getEntriesByType('navigation')[0].type));
  const ask = more =>
    fetch(src.replace(/t\/cv\.js$/, 'e/tags'), {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      body: JSON.stringify({ c: asking, k: key, u: location.href.slice(0, 2048), r: again ? 1 : 0, ...more }),
    });

  const boxes = [];
  const blocked = new Set();
  // A policy that stops a network's script or picture says so; what it names is an address, or the element itself.
  page.addEventListener('securitypolicyviolation', ({ target, blockedURI }) => {
    const host = (/\/\/([^/]+)/.exec(blockedURI) || [])[1];
    for (const [id, html, box] of boxes)
      if (box.contains(target) || (host && html.includes(host))) blocked.add(id);
  });

  // Scripts that come as HTML do not run; made anew they do, one after the other as in a page that is read, unless they are async themselves.
  const run = async box => {
    for (const given of box.querySelectorAll('script')) {
      const script = page.createElement('script');
      for (const { name, value } of given.attributes) script.setAttribute(name, value);
      script.text = given.text;
      script.async = given.hasAttribute('async');
      const loaded =
        given.src &&
        !script.async &&
        new Promise(done => ['load', 'error'].forEach(end => script.addEventListener(end, done)));
      // Writing into a page that is read to its end would empty it: what an inline script writes is put where it stands.
      const written = page.createElement('span');
      const { write, writeln } = page;
      page.write = page.writeln = (...texts) => written.insertAdjacentHTML('beforeend', texts.join(''));
      given.replaceWith(script, written);
      Object.assign(page, { write, writeln });
      await loaded;
      await run(written);
    }
  };

  const put = async ([id, html]) => {
    if (boxes.some(([known]) => known === id)) return; // given again with one that came later
    try {
      const box = page.createElement('div');
      box.hidden = true;
      boxes.push([id, html, box]);
      box.innerHTML = html; // pictures begin to load here
      page.body.append(box);
      await run(box);
    } catch {
      blocked.add(id); // the page allows no HTML from texts (Trusted Types)
    }
  };

  const look = ([wait, ...waits]) => {
    if (wait !== undefined) setTimeout(() => void tags(waits), wait);
  };
  const tags = async waits => {
    try {
      const answer = await ask();
      if (answer.ok) {
        const { t, m } = await answer.json();
        if (!m) forget();
        await Promise.all(t.map(put));
        if (m) look(waits);
        if (t.length) setTimeout(() => void (blocked.size && ask({ b: [...blocked] }).catch(() => {})), 2e3);
      } else if (answer.status === 503) look(waits);
      else forget();
    } catch {
      look(waits); // nobody answered
    }
  };
  look([1500, 1500, 2e3, 4e3, 8e3, 15e3]);
})();
