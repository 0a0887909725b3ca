import { Icon, ICONS } from '../../components/icon.tsx';
import type { Sample } from './sample.ts';
import { WORDS, type Tell } from './words.ts';

export const icons = ({ own }: Tell): readonly Sample[] => [
  {
    id: 'icon-all', name: own(WORDS.signs), code: 'Icon', words: ICONS.join(' '),
    draw: <ul className="demo-icons">{ICONS.map(name => <li key={name}><Icon name={name} /><Icon large name={name} /><code>{name}</code></li>)}</ul>,
  },
];
