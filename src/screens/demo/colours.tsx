import { Icon } from '../../components/icon.tsx';
import { contrastOf } from './contrast.ts';
import type { Sample } from './sample.ts';
import { pixelOf, useTokens, type Tokens } from './tokens.ts';
import { useSpeech, type Speech } from './demo-texts.ts';

const Swatches = () => {
  const { colours } = useTokens();
  return (
    <ul className="demo-swatches">
      {colours.map(({ name, value }) => (
        <li key={name}>
          <i style={{ background: value }} />
          <code>{name.slice(2)}</code>
          <span>{value}</span>
        </li>
      ))}
    </ul>
  );
};

/** Pairs of foreground and background, with their minimum contrast: text 4.5, other elements 3. */
interface ContrastGroup {
  readonly title: string;
  readonly least: number;
  readonly pairs: readonly (readonly [front: string, ground: string])[];
}

const BACKGROUNDS = ['ground', 'surface', 'raised', 'sunken', 'hover'];
const across = (fronts: readonly string[], grounds: readonly string[]) =>
  fronts.flatMap(front => grounds.map(ground => [front, ground] as const));

/**
 * Pairs derived from token names: texts are the inks and the colours with a `-soft` background, charts are
 * numbered. New tokens of these groups are included.
 */
const contrastGroupsOf = ({ colours }: Tokens): readonly ContrastGroup[] => {
  const names = colours.map(({ name }) => name.slice(2));
  const soft = names
    .filter(name => name.endsWith('-soft') && name !== 'ink-soft')
    .map(name => name.slice(0, -'-soft'.length));
  const texts = [
    ...names.filter(name => name.startsWith('ink')),
    ...soft.map(name => (name === 'accent' ? 'accent-text' : name)),
  ];
  return [
    { title: 'demo.onGround', least: 4.5, pairs: across(texts, BACKGROUNDS) },
    {
      title: 'demo.onSoft',
      least: 4.5,
      pairs: [
        ...soft.flatMap(
          name =>
            [
              [name === 'accent' ? 'accent-text' : name, `${name}-soft`],
              ['ink', `${name}-soft`],
            ] as const,
        ),
        ['accent-ink', 'accent'],
        ['accent-ink', 'accent-hover'],
      ],
    },
    {
      title: 'demo.contrast_graphics',
      least: 3,
      pairs: across(['line-strong', 'focus', ...names.filter(name => /^chart-\d/.test(name))], ['surface']),
    },
  ];
};

const Contrast = () => {
  const { translate } = useSpeech();
  const tokens = useTokens();
  const pixels = new Map(tokens.colours.map(({ name, value }) => [name.slice(2), pixelOf(value)]));
  const colourOf = (name: string): string =>
    tokens.colours.find(token => token.name === `--${name}`)?.value ?? 'transparent';
  return contrastGroupsOf(tokens).map(({ title, least, pairs }) => (
    <div key={translate(title)} className="demo-stack">
      <h4>{translate(title)}</h4>
      <ul className="demo-pairs">
        {pairs.map(([front, ground]) => {
          const [over, under] = [pixels.get(front), pixels.get(ground)];
          const ratio = over === undefined || under === undefined ? 0 : contrastOf(over, under);
          return (
            <li
              key={`${front} ${ground}`}
              data-front={front}
              data-ground={ground}
              data-ratio={ratio.toFixed(2)}
              data-least={least}
            >
              <b
                aria-hidden="true"
                data-mark={least < 4.5 ? '' : undefined}
                style={{ color: colourOf(front), background: colourOf(ground) }}
              >
                {least < 4.5 ? '' : 'Aあ'}
              </b>
              <span>
                {front} / {ground}
              </span>
              <strong>{ratio.toFixed(1)}</strong>
              {ratio < least && (
                <span className="demo-low">
                  <Icon name="warning" />
                  {translate('demo.lowContrast')}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  ));
};

export const colours = ({ translate }: Speech): readonly Sample[] => [
  { id: 'colour-tokens', name: translate('demo.tokens'), code: 'tokens.css', draw: <Swatches /> },
  { id: 'colour-contrast', name: translate('demo.contrast'), code: 'contrast', draw: <Contrast /> },
];
