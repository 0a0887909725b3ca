import { useEffect, useState } from 'react';
import type { Section } from './sample.ts';
import { useSpeech } from './demo-texts.ts';

interface Props {
  readonly sections: readonly Section[];
  readonly filter: string;
  readonly onSeek: (text: string) => void;
}

/** Id of the section being read: the last one whose beginning is above the upper third of the window. */
const useRead = (sections: readonly Section[]): string => {
  const [read, setRead] = useState('');
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const reached = () => {
      const line = innerHeight / 3;
      setRead(
        ids
          .split(' ')
          .findLast(id => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line) ??
          ids.split(' ')[0] ??
          '',
      );
    };
    reached();
    addEventListener('scroll', reached, { passive: true });
    return () => removeEventListener('scroll', reached);
  }, [ids]);
  return read;
};

/** Sticky table of contents with a search field. */
export const Contents = ({ sections, filter, onSeek }: Props) => {
  const { translate, labelled } = useSpeech();
  const read = useRead(sections);
  const count = sections.reduce((sum, { samples }) => sum + samples.length, 0);
  return (
    <div className="demo-contents">
      <label className="demo-search">
        <span className="visually-hidden">{translate('demo.search')}</span>
        <input
          type="search"
          className="p-inputtext"
          placeholder={translate('demo.search')}
          value={filter}
          onChange={event => onSeek(event.target.value)}
        />
      </label>
      <p className="tp-note" role="status">
        {filter.trim() !== '' && labelled(translate('demo.found'), String(count))}
      </p>
      <nav aria-label={translate('demo.contents')}>
        <ul>
          {sections.map(({ id, name, samples }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={read === id ? 'location' : undefined}>
                {name}
              </a>
              {(read === id || filter.trim() !== '') && (
                <ul>
                  {samples.map(sample => (
                    <li key={sample.id}>
                      <a href={`#${sample.id}`}>{sample.name}</a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
};
