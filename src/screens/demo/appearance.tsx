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
export const Appearance = () => {
  const { translate } = useSpeech();
  const { locale, choose } = useLocale();
  const appearanceActor = useSelector(useConsole().actor, state => state.context.appearance);
  const { theme, accent, skin, width } = useSelector(appearanceActor, state => state.value);
  return (
    <section className="tp-panel demo-appearance" aria-label={translate('demo.appearance')}>
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
          onChange={value => appearanceActor.send({ type: `theme.${value}` })}
          options={THEMES.map(value => ({
            value,
            label: translate(value === 'system' ? 'appearance.theme.system' : `shell.theme.${value}`),
          }))}
        />
        <Choice
          open
          label={translate('appearance.skin')}
          value={skin}
          options={SKINS.map(value => ({ value, label: translate(`appearance.skin.${value}`) }))}
          onChange={value => appearanceActor.send({ type: `skin.${value}` })}
        />
        <Choice
          open
          label={translate('appearance.accent')}
          value={accent}
          options={ACCENTS.map(value => ({ value, label: translate(`appearance.accent.${value}`) }))}
          onChange={value => appearanceActor.send({ type: `accent.${value}` })}
        />
        <Choice
          open
          label={translate('appearance.width')}
          value={width}
          options={WIDTHS.map(value => ({ value, label: translate(`appearance.width.${value}`) }))}
          onChange={value => appearanceActor.send({ type: `width.${value}` })}
        />
      </div>
    </section>
  );
};
