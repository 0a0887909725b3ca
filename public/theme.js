// Runs before the first paint, so that nobody who chose dark sees a white flash, and nothing jumps aside afterwards. The same
// cookies as src/console/looks.ts, which holds the rules; unknown words count as nothing. A file of its own, because the page's
// Content-Security-Policy allows no inline script.
(function () {
  var look = document.documentElement.dataset;
  function kept(name, words, otherwise) {
    var found = new RegExp('(?:^|; )touchpath-' + name + '=(' + words + ')(?:;|$)').exec(document.cookie);
    return found ? found[1] : otherwise;
  }
  var theme = kept('theme', 'light|dark|system', 'light');
  var horizontal = kept('layout', 'horizontal', '') !== '';
  var narrow = matchMedia('(max-width: 975.98px)').matches;
  var navbar = kept('navbar', 'sticky|static|hidden', 'sticky');
  look.theme =
    theme === 'system' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme;
  look.accent = kept('accent', 'crimson|blue|teal|violet|graphite', 'crimson');
  look.skin = kept('skin', 'default|semi_dark|blue|bordered', 'default');
  look.nav = narrow
    ? 'over'
    : horizontal
      ? 'horizontal'
      : kept('nav-collapsed', 'true', '')
        ? 'collapsed'
        : 'wide';
  look.navbar = navbar === 'hidden' && (narrow || horizontal) ? 'sticky' : navbar;
  look.blur = kept('navbar-blur', 'false', '') ? 'plain' : 'blurred';
  look.width = kept('content-width', 'wide|compact', 'wide');
  // Paper is white, and browsers leave grounds out: what is light on dark could not be read on it.
  var paper = matchMedia('print');
  var dark = false;
  function begin() {
    if (look.theme !== 'dark') return;
    dark = true;
    look.theme = 'light';
  }
  function end() {
    if (dark) look.theme = 'dark';
    dark = false;
  }
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', function () {
    (paper.matches ? begin : end)();
  });
})();
