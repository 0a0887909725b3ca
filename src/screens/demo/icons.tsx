import { Icon, ICONS } from '../../components/icon.tsx';
import type { Sample } from './sample.ts';
import type { Speech } from './demo-texts.ts';

export const icons = ({ translate }: Speech): readonly Sample[] => [
  {
    id: 'icon-all',
    name: translate('demo.signs'),
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
