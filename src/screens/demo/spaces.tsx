import type { Sample } from './sample.ts';
import { useTokens } from './tokens.ts';
import type { Speech } from './demo-texts.ts';

/** Lengths as bars, limited by the available width; radii as corners. */
const Lengths = () => {
  const { lengths } = useTokens();
  return (
    <ul className="demo-lengths">
      {lengths
        .filter(({ name }) => !name.startsWith('--text-'))
        .map(({ name, value }) => (
          <li key={name}>
            <code>{name.slice(2)}</code>
            <span>{value}</span>
            {name.includes('radius') ? (
              <i className="demo-corner" style={{ borderRadius: value }} />
            ) : (
              <i style={{ width: value }} />
            )}
          </li>
        ))}
    </ul>
  );
};

export const spaces = ({ translate }: Speech): readonly Sample[] => [
  {
    id: 'space-lengths',
    name: translate('demo.lengths'),
    code: 'radius control navbar sidebar',
    draw: <Lengths />,
  },
];
