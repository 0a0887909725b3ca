import { useSelector } from '@xstate/react';
import { ACCENTS, SKINS, THEMES, WIDTHS } from '../../../machines/appearance.ts';
import { LOCALES } from '../../../machines/language.ts';
import { Choice } from '../../components/choice.tsx';
import { useConsole, useLocale } from '../../console/context.ts';
import { LANGUAGE_NAMES } from '../public-page.tsx';
import { useSpeech } from './speech.ts';

/**
 * Choice of language and appearance. The machines are the console's own, so the settings stay after leaving
 * the page.
 */
export const Looks = () => {
  const { say } = useSpeech();
  const { locale, choose } = useLocale();
  const chrome = useSelector(useConsole().actor, state => state.context.chrome);
  const { theme, accent, skin, width } = useSelector(chrome, state => state.value);
  return (
    <section className="tp-panel demo-looks" aria-label={say('demo.looks')}>
      <div className="tp-fields">
        <Choice
          open
          label={say('shell.language')}
          value={locale}
          options={LOCALES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={choose}
        />
        <Choice
          open
          label={say('shell.theme')}
          value={theme}
          onChange={value => chrome.send({ type: `theme.${value}` })}
          options={THEMES.map(value => ({
            value,
            label: say(value === 'system' ? 'looks.theme.system' : `shell.theme.${value}`),
          }))}
        />
        <Choice
          open
          label={say('looks.skin')}
          value={skin}
          options={SKINS.map(value => ({ value, label: say(`looks.skin.${value}`) }))}
          onChange={value => chrome.send({ type: `skin.${value}` })}
        />
        <Choice
          open
          label={say('looks.accent')}
          value={accent}
          options={ACCENTS.map(value => ({ value, label: say(`looks.accent.${value}`) }))}
          onChange={value => chrome.send({ type: `accent.${value}` })}
        />
        <Choice
          open
          label={say('looks.width')}
          value={width}
          options={WIDTHS.map(value => ({ value, label: say(`looks.width.${value}`) }))}
          onChange={value => chrome.send({ type: `width.${value}` })}
        />
      </div>
    </section>
  );
};
