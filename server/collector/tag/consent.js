// Starts tags with data-consent when the visitor consents, and stops them when consent is withdrawn. Loaded by the first such tag of
// a page as /t/consent2.js; data-c holds the source of consent. Before consent, nothing is read, stored or sent; calls wait in memory.
(() => {
  const page = document;
  const source = page.currentScript.dataset.c;
  const tags = self._tpw; // [[start]]
  const stops = [];
  let waiting = []; // calls; once allowed, the tags add those that later tags get too
  let isAllowed; // undefined: not decided
  let track;

  const attempt = action => {
    try {
      action();
    } catch {
      // Without cookies and storage, there is nothing to remove.
    }
  };
  // Of all products, which other pages of the site may measure, and of earlier tags (`_tpv`, `_tpx`). A script cannot read for which
  // of its domains a cookie was set.
  const isOwn = name => /^_tp([vxc]|\d+)$/.test(name);
  const remove = () => {
    for (const area of ['localStorage', 'sessionStorage'])
      attempt(() => {
        for (const name of Object.keys(self[area]).filter(isOwn)) self[area].removeItem(name);
      });
    attempt(() => {
      const domains = [
        '',
        ...location.hostname.split('.').map((_, at, labels) => labels.slice(at).join('.')),
      ];
      const names = page.cookie.split('; ').map(pair => pair.split('=')[0]);
      for (const name of names.filter(isOwn))
        for (const domain of domains)
          page.cookie = `${name}=;path=/;max-age=0;samesite=lax${domain && `;domain=${domain}`}`;
    });
  };

  const call = (...values) => {
    if (values[0] === 'consent') decide(values[1] === true);
    else if (isAllowed) track(...values);
    else if (isAllowed === undefined) waiting.push(values);
  };
  const begin = ([start]) => {
    self.touchpath = { q: waiting };
    stops.push(start());
    track = self.touchpath;
    self.touchpath = call;
  };
  const decide = allowed => {
    if (isAllowed === allowed) return;
    if (isAllowed) waiting = []; // reported, and each tag begins anew
    isAllowed = allowed;
    tags.isStopped = !allowed; // cv.js reads it, and tags.signals
    if (allowed) tags.forEach(begin);
    else {
      for (const stop of stops.splice(0)) stop();
      remove();
    }
  };

  // A consent platform may load later.
  const whenReady = (name, ask) =>
    self[name] ? ask(self[name]) : setTimeout(() => whenReady(name, ask), 500);
  const sources = {
    // Purpose 1: store information on a device; 7: measure advertising, for which legitimate interest is a basis too.
    tcf: () =>
      whenReady('__tcfapi', api =>
        api('addEventListener', 2, (state, isSuccess) => {
          if (!isSuccess || state.eventStatus === 'cmpuishown') return;
          tags.signals = {
            ...tags.signals,
            gdpr: state.gdprApplies === false ? '0' : '1',
            gdpr_consent: state.tcString,
          };
          const { consents = {}, legitimateInterests = {} } = state.purpose || {};
          decide(
            state.gdprApplies === false ||
              (consents[1] === true && (consents[7] === true || legitimateInterests[7] === true)),
          );
        }),
      ),
    // Section 2 is the European one, whose platforms answer by TCF. Others state what the visitor opted out of (1: yes).
    gpp: () =>
      whenReady('__gpp', api =>
        api('addEventListener', ({ pingData }, isSuccess) => {
          if (!isSuccess || pingData.signalStatus !== 'ready') return;
          const { applicableSections = [], gppString } = pingData;
          tags.signals = { ...tags.signals, gpp: gppString, gpp_sid: applicableSections.join(',') };
          if (applicableSections.includes(2)) return void sources.tcf();
          const sections = Object.values(pingData.parsedSections || {}).flat();
          decide(
            !sections.some(
              ({ Gpc, SaleOptOut, SharingOptOut, TargetedAdvertisingOptOut }) =>
                Gpc === true || [SaleOptOut, SharingOptOut, TargetedAdvertisingOptOut].includes(1),
            ),
          );
        }),
      ),
  };

  tags.push = tag => {
    tags[tags.length] = tag;
    if (isAllowed) begin(tag);
  };
  const earlier = (self.touchpath || {}).q || [];
  self.touchpath = call;
  for (const values of earlier) call(...values);
  if (sources[source]) sources[source]();
  else if (source !== 'required')
    console.warn(`Touchpath: data-consent="${source}" is unknown. Use required, tcf or gpp.`);
})();
