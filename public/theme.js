// Runs before the first paint, so that a user of the dark theme sees no white flash and the layout does not shift. It reads the
// cookies of src/console/appearance.ts, which defines the rules, and ignores unknown words. It is a file of its own, because the page's
// Content-Security-Policy allows no inline script.
(function () {
  var dataset = document.documentElement.dataset;
  function stored(name, words, fallback) {
    var found = new RegExp('(?:^|; )touchpath-' + name + '=(' + words + ')(?:;|$)').exec(document.cookie);
    return found ? found[1] : fallback;
  }
  var theme = stored('theme', 'light|dark|system', 'light');
  var horizontal = stored('layout', 'horizontal', '') !== '';
  var narrow = matchMedia('(max-width: 975.98px)').matches;
  var navbar = stored('navbar', 'sticky|static|hidden', 'sticky');
  if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  dataset.theme = theme;
  dataset.accent = stored('accent', 'crimson|blue|teal|violet|graphite', 'crimson');
  dataset.skin = stored('skin', 'default|semi_dark|blue|bordered', 'default');
  dataset.nav = stored('nav-collapsed', 'true', '') ? 'collapsed' : 'wide';
  if (horizontal) dataset.nav = 'horizontal';
  if (narrow) dataset.nav = 'over';
  dataset.navbar = navbar === 'hidden' && (narrow || horizontal) ? 'sticky' : navbar;
  dataset.blur = stored('navbar-blur', 'false', '') ? 'plain' : 'blurred';
  dataset.width = stored('content-width', 'wide|compact', 'wide');
  // Paper is white, and browsers do not print backgrounds: light text could not be read on it.
  var print = matchMedia('print');
  var dark = false;
  function useLight() {
    if (dataset.theme !== 'dark') return;
    dark = true;
    dataset.theme = 'light';
  }
  function restore() {
    if (dark) dataset.theme = 'dark';
    dark = false;
  }
  addEventListener('beforeprint', useLight);
  addEventListener('afterprint', restore);
  print.addEventListener('change', function () {
    (print.matches ? useLight : restore)();
  });
})();
