// Runs before the first paint, so that a user of the dark theme sees no white flash and the layout does not shift. It reads the
// cookies of src/console/looks.ts, which defines the rules, and ignores unknown words. It is a file of its own, because the page's
// Content-Security-Policy allows no inline script.
(function () {
  var look = document.documentElement.dataset;
  function stored(name, words, otherwise) {
    var found = new RegExp('(?:^|; )touchpath-' + name + '=(' + words + ')(?:;|$)').exec(document.cookie);
    return found ? found[1] : otherwise;
  }
  var theme = stored('theme', 'light|dark|system', 'light');
  var horizontal = stored('layout', 'horizontal', '') !== '';
  var narrow = matchMedia('(max-width: 975.98px)').matches;
  var navbar = stored('navbar', 'sticky|static|hidden', 'sticky');
  if (theme === 'system') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  look.theme = theme;
  look.accent = stored('accent', 'crimson|blue|teal|violet|graphite', 'crimson');
  look.skin = stored('skin', 'default|semi_dark|blue|bordered', 'default');
  look.nav = stored('nav-collapsed', 'true', '') ? 'collapsed' : 'wide';
  if (horizontal) look.nav = 'horizontal';
  if (narrow) look.nav = 'over';
  look.navbar = navbar === 'hidden' && (narrow || horizontal) ? 'sticky' : navbar;
  look.blur = stored('navbar-blur', 'false', '') ? 'plain' : 'blurred';
  look.width = stored('content-width', 'wide|compact', 'wide');
  // Paper is white, and browsers do not print backgrounds: light text could not be read on it.
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
