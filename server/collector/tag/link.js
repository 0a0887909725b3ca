// Adds the visitor's pass to clicked links to the product's domain. Loaded by tag.js as /t/link.js on pages of other sites; data-c holds
// the name of the global with the pass, and the domain. The global is 1 as long as there is no pass, and after consent was withdrawn.
(() => {
  const [key, domain] = document.currentScript.dataset.c.split(',');
  let former; // a page that stays open gets several passes, of which a link needs one
  addEventListener(
    'click',
    ({ target }) => {
      const pass = self[key];
      const link = target.closest?.('a[href]');
      if (pass === 1 || !link || !`.${link.hostname}`.endsWith(`.${domain}`)) return;
      if (former && link.search.includes(former)) link.search = link.search.replace(former, pass);
      else if (!link.search.includes(pass)) link.search += `${link.search && '&'}tpx=${pass}`;
      former = pass;
    },
    true,
  );
})();
