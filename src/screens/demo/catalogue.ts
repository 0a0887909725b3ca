import { badges } from './badges.tsx';
import { banners } from './banners.tsx';
import { buttons } from './buttons.tsx';
import { cells } from './cells.tsx';
import { charts } from './charts.tsx';
import { colours } from './colours.tsx';
import { dialogs } from './dialogs.tsx';
import { grids } from './grids.tsx';
import { icons } from './icons.tsx';
import { typographySamples } from './typography.tsx';
import type { Sample, Section } from './sample.ts';
import { spaces } from './spaces.tsx';
import { states } from './states.tsx';
import { widgets } from './widgets.tsx';
import type { Speech } from './demo-texts.ts';

const SECTIONS = {
  cells,
  widgets,
  charts,
  grids,
  dialogs,
  banners,
  states,
  buttons,
  badges,
  icons,
  colours,
  typographySamples,
  spaces,
} satisfies Readonly<Record<string, (speech: Speech) => readonly Sample[]>>;

/**
 * All sections in the current language. Samples are derived from the console's own dictionaries, so that
 * additions appear without a change here.
 */
export const catalogueOf = (speech: Speech): readonly Section[] =>
  (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).map(id => ({
    id,
    name: speech.translate(`demo.${id}`),
    samples: SECTIONS[id](speech),
  }));

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Samples that contain every word of the search text in their name, code name, words, id or section. */
export const foundIn = (sections: readonly Section[], sought: string): readonly Section[] => {
  const words = folded(sought)
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return sections;
  return sections
    .map(section => ({
      ...section,
      samples: section.samples.filter(({ name, code = '', words: more = '', id }) => {
        const text = folded(`${section.name} ${section.id} ${name} ${code} ${more} ${id}`);
        return words.every(word => text.includes(word));
      }),
    }))
    .filter(({ samples }) => samples.length > 0);
};
