// Runs before the first paint, so that nobody who chose dark sees a white flash. The same cookies as src/console/looks.ts;
// a file of its own, because the page's Content-Security-Policy allows no inline script.
(function () {
  var root = document.documentElement;
  var theme = /(?:^|; )touchpath-theme=(light|dark|system)(?:;|$)/.exec(document.cookie);
  var dark = theme && (theme[1] === 'dark' || (theme[1] === 'system' && matchMedia('(prefers-color-scheme: dark)').matches));
  root.dataset.theme = dark ? 'dark' : 'light';
})();
