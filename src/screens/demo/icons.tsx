import { Icon, ICONS } from '../../components/icon.tsx';
import type { Sample } from './sample.ts';
import type { Speech } from './speech.ts';

export const icons = ({ say }: Speech): readonly Sample[] => [
  {
    id: 'icon-all',
    name: say('demo.signs'),
    code: 'Icon',
    words: ICONS.join(' '),
    draw: (
      <ul className="demo-icons">
        {ICONS.map(name => (
          <li key={name}>
            <Icon name={name} />
            <Icon large name={name} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
    ),
  },
];
