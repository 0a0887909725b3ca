import { LOCALES, type Locale } from '../../../machines/language.ts';
import { LANGUAGE_NAMES } from '../public-page.tsx';
import { ACCENTS } from './extreme-values.ts';
import type { Sample } from './sample.ts';
import { useTokens } from './tokens.ts';
import type { Speech } from './demo-texts.ts';

/**
 * A sentence in each language with characters that are hard to set: brackets at line ends, small kana, digits
 * among punctuation.
 */
const PROSE: Readonly<Record<Locale, string>> = {
  ja: '接触から獲得までを一つの流れとして計測し、「どの広告がどれだけ貢献したか」を、ひとつの数字で読み取れるようにします。1,234件（前月比＋12.3%）、ァィゥェォッャュョ、骨・直・刃。',
  en: 'Measures the whole way from the first contact to the conversion, and says how much of it each ad deserves: 1,234 of them (up 12.3%), façade, naïve, “quoted”, 0O 1lI.',
  'zh-CN':
    '从首次接触到转化全程计量，用一个数字说明“每条广告贡献了多少”。1,234件（环比＋12.3%），骨、直、刃、门、简体中文。',
};

const Sizes = () => {
  const { lengths } = useTokens();
  return (
    <div className="demo-stack">
      {lengths
        .filter(({ name }) => name.startsWith('--text-'))
        .map(({ name, value }) => (
          <p key={name} className="demo-line">
            <code>
              {name.slice(2)} {value}
            </code>
            <span style={{ fontSize: value }}>広告の効果を測る Ag 1,234 广告效果 {ACCENTS}</span>
          </p>
        ))}
    </div>
  );
};

const LanguageSamples = () => (
  <div className="demo-states">
    {LOCALES.map(locale => (
      <div key={locale} className="demo-state" lang={locale}>
        <span className="demo-state-name">{LANGUAGE_NAMES[locale]}</span>
        <p>{PROSE[locale]}</p>
        <p>
          <strong>{PROSE[locale]}</strong>
        </p>
      </div>
    ))}
  </div>
);

const FIGURES = ['1,111,111.11', '9,876,543.20', '-98,765.43', '12.35%'];

export const typographySamples = ({ translate }: Speech): readonly Sample[] => [
  {
    id: 'letter-sizes',
    name: translate('demo.sizes'),
    code: 'text-xs text-sm text-md text-lg text-xl',
    draw: <Sizes />,
  },
  { id: 'letter-languages', name: translate('demo.languages'), code: 'lang font', draw: <LanguageSamples /> },
  {
    id: 'letter-figures',
    name: translate('demo.figures'),
    code: 'tabular-nums font-mono',
    draw: (
      <div className="demo-row demo-figures">
        <div>
          {FIGURES.map(text => (
            <span key={text}>{text}</span>
          ))}
        </div>
        <code>
          {FIGURES.map(text => (
            <span key={text}>{text}</span>
          ))}
        </code>
      </div>
    ),
  },
];
