import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  ACCENTS,
  BLURS,
  NAVBARS,
  SKINS,
  THEMES,
  WIDTHS,
  type chromeMachine,
} from '../../machines/appearance.ts';
import type { EventFromLogic } from 'xstate';
import { DialogBox } from '../components/dialog-box.tsx';
import { Icon } from '../components/icon.tsx';
import { useConsole } from '../console/context.ts';

type Event = EventFromLogic<typeof chromeMachine>;

/**
 * How the console looks, chosen and seen at once. What is chosen is the chrome machine's state; what it would
 * refuse is disabled.
 */
export const Customizer = () => {
  const intl = useIntl();
  const id = useId();
  const chrome = useSelector(useConsole().actor, state => state.context.chrome);
  const state = useSelector(chrome, snapshot => snapshot);
  const { theme, accent, skin, navbar, blur, width, nav } = state.value;
  const may = (event: Event) => state.can(event);
  const layout = 'over' in nav ? null : nav.beside === 'horizontal' ? 'horizontal' : 'vertical';
  const fold = 'over' in nav || nav.beside === 'horizontal' ? null : nav.beside.vertical;
  const close = () => chrome.send({ type: 'customizer.close' });
  const say = (message: string) => intl.formatMessage({ id: message });

  return (
    <DialogBox labelledBy={id} className="modal customizer" light onLeave={close}>
      <header className="customizer-head">
        <div>
          <h2 id={id}>{say('looks.title')}</h2>
          <p>{say('looks.lead')}</p>
        </div>
        <button
          type="button"
          className="icon-button"
          data-first
          aria-label={say('shell.close')}
          onClick={close}
        >
          <Icon large name="close" />
        </button>
      </header>
      <div className="customizer-body">
        <Choices
          legend={say('looks.accent')}
          name="accent"
          chosen={accent}
          swatches
          options={ACCENTS.map(value => ({
            value,
            label: say(`looks.accent.${value}`),
            event: { type: `accent.${value}` },
          }))}
        />
        <Choices
          legend={say('shell.theme')}
          name="theme"
          chosen={theme}
          options={THEMES.map(value => ({
            value,
            label: say(value === 'system' ? 'looks.theme.system' : `shell.theme.${value}`),
            event: { type: `theme.${value}` },
          }))}
        />
        <Choices
          legend={say('looks.skin')}
          name="skin"
          chosen={skin}
          options={SKINS.map(value => ({
            value,
            label: say(`looks.skin.${value}`),
            event: { type: `skin.${value}` },
          }))}
        />
        <Choices
          legend={say('looks.layout')}
          name="layout"
          chosen={layout}
          hint={layout === null ? say('looks.layout.narrow') : undefined}
          options={(['vertical', 'horizontal'] as const).map(value => ({
            value,
            label: say(`looks.layout.${value}`),
            event: { type: `nav.${value}` },
            off: layout === null,
          }))}
        />
        <Choices
          legend={say('looks.menu')}
          name="menu"
          chosen={fold}
          options={(['wide', 'collapsed'] as const).map(value => ({
            value,
            label: say(`looks.menu.${value}`),
            event: { type: value === 'wide' ? 'nav.expand' : 'nav.collapse' },
            off: fold === null,
          }))}
        />
        <Choices
          legend={say('looks.navbar')}
          name="navbar"
          chosen={navbar}
          hint={layout === 'horizontal' ? say('looks.navbar.horizontal') : undefined}
          options={NAVBARS.map(value => ({
            value,
            label: say(`looks.navbar.${value}`),
            event: { type: `navbar.${value}` },
            off: value === 'hidden' && !may({ type: 'navbar.hidden' }) && navbar !== 'hidden',
          }))}
        />
        <Choices
          legend={say('looks.blur')}
          name="blur"
          chosen={blur}
          options={BLURS.map(value => ({
            value,
            label: say(`looks.blur.${value}`),
            event: { type: `blur.${value}` },
            off: navbar !== 'sticky',
          }))}
        />
        <Choices
          legend={say('looks.width')}
          name="width"
          chosen={width}
          options={WIDTHS.map(value => ({
            value,
            label: say(`looks.width.${value}`),
            event: { type: `width.${value}` },
          }))}
        />
      </div>
      <footer className="customizer-foot">
        <button
          type="button"
          className="p-button p-button-secondary"
          onClick={() => chrome.send({ type: 'reset' })}
        >
          <FormattedMessage id="looks.reset" />
        </button>
      </footer>
    </DialogBox>
  );
};

interface ChoicesProps {
  readonly legend: string;
  readonly name: string;
  /** Null: nothing of it holds on this screen. */
  readonly chosen: string | null;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly event: Event;
    readonly off?: boolean;
  }[];
  readonly hint?: string | undefined;
  readonly swatches?: boolean;
}

const Choices = ({ legend, name, chosen, options, hint, swatches = false }: ChoicesProps) => {
  const chrome = useSelector(useConsole().actor, state => state.context.chrome);
  const id = useId();
  return (
    <fieldset className="looks" aria-describedby={hint === undefined ? undefined : id}>
      <legend>{legend}</legend>
      <div className={swatches ? 'looks-swatches' : 'looks-choices'}>
        {options.map(({ value, label, event, off }) => (
          <label
            key={value}
            className="looks-choice"
            data-swatch={swatches ? value : undefined}
            title={swatches ? label : undefined}
          >
            <input
              type="radio"
              name={`${id}-${name}`}
              value={value}
              checked={chosen === value}
              disabled={off}
              onChange={() => chrome.send(event)}
            />
            {swatches && <i className="swatch" aria-hidden="true" />}
            <span className={swatches ? 'visually-hidden' : undefined}>{label}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && <p id={id}>{hint}</p>}
    </fieldset>
  );
};
