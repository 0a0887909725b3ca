import { useMemo } from 'react';
import { Nothing } from '../../components/states.tsx';
import { useAddress, type RawSearch } from '../../console/address.ts';
import '../screens.css';
import { catalogueOf, foundIn } from './catalogue.ts';
import { Contents } from './contents.tsx';
import './demo.css';
import { Appearance } from './appearance.tsx';
import { SampleFrame } from './sample-frame.tsx';
import { useAnchor } from './use-anchor.ts';
import { useSpeech } from './demo-texts.ts';

const readSearch = (raw: RawSearch) => ({ q: raw['q'] ?? '' });

/**
 * /demo: catalogue of cells, widgets, charts, dialogs, banners and states, in any language and appearance.
 */
export const Screen = () => {
  const speech = useSpeech();
  const { translate } = speech;
  const [{ q }, change] = useAddress(readSearch);
  // Created once per language, so that the search does not render samples again.
  const all = useMemo(() => catalogueOf(speech), [speech]);
  const sections = foundIn(all, q);
  useAnchor();
  return (
    <article className="tp-screen demo">
      <header className="tp-screen-head">
        <h1>{translate('demo.title')}</h1>
        <p>{translate('demo.lead')}</p>
      </header>
      <Appearance />
      <div className="demo-columns">
        <Contents
          sections={sections}
          filter={q}
          onSeek={text => change({ q: text === '' ? undefined : text }, { replace: true })}
        />
        <div className="demo-sections">
          {sections.map(section => (
            <section
              key={section.id}
              id={section.id}
              className="demo-section"
              aria-labelledby={`${section.id}-name`}
            >
              <h2 id={`${section.id}-name`}>{section.name}</h2>
              {section.samples.map(sample => (
                <SampleFrame key={sample.id} sample={sample} />
              ))}
            </section>
          ))}
          {sections.length === 0 && (
            <div className="tp-panel">
              <Nothing title={translate('demo.notFound')} />
            </div>
          )}
        </div>
      </div>
    </article>
  );
};
