import { useSelector } from '@xstate/react';
import { ACCENTS, SKINS, THEMES, WIDTHS } from '../../../machines/appearance.ts';
import { LOCALES } from '../../../machines/language.ts';
import { Choice } from '../../components/choice.tsx';
import { useConsole, useLocale } from '../../console/context.ts';
import { LANGUAGE_NAMES } from '../public-page.tsx';
import { useSpeech } from './demo-texts.ts';

/**
 * Choice of language and appearance. The machines are the console's own, so the settings stay after leaving
 * the page.
 */
export const Looks = () => {
  const { translate } = useSpeech();
  const { locale, choose } = useLocale();
  const chrome = useSelector(useConsole().actor, state => state.context.appearance);
  const { theme, accent, skin, width } = useSelector(chrome, state => state.value);
  return (
    <section className="tp-panel demo-looks" aria-label={translate('demo.looks')}>
      <div className="tp-fields">
        <Choice
          open
          label={translate('shell.language')}
          value={locale}
          options={LOCALES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={choose}
        />
        <Choice
          open
          label={translate('shell.theme')}
          value={theme}
          onChange={value => chrome.send({ type: `theme.${value}` })}
          options={THEMES.map(value => ({
            value,
            label: translate(value === 'system' ? 'looks.theme.system' : `shell.theme.${value}`),
          }))}
        />
        <Choice
          open
          label={translate('looks.skin')}
          value={skin}
          options={SKINS.map(value => ({ value, label: translate(`looks.skin.${value}`) }))}
          onChange={value => chrome.send({ type: `skin.${value}` })}
        />
        <Choice
          open
          label={translate('looks.accent')}
          value={accent}
          options={ACCENTS.map(value => ({ value, label: translate(`looks.accent.${value}`) }))}
          onChange={value => chrome.send({ type: `accent.${value}` })}
        />
        <Choice
          open
          label={translate('looks.width')}
          value={width}
          options={WIDTHS.map(value => ({ value, label: translate(`looks.width.${value}`) }))}
          onChange={value => chrome.send({ type: `width.${value}` })}
        />
      </div>
    </section>
  );
};
