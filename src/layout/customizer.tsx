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
  type appearanceMachine,
} from '../../machines/appearance.ts';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { DialogBox } from '../components/dialog-box.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useConsole } from '../console/context.ts';

type Event = EventFromLogic<typeof appearanceMachine>;

type Appearance = SnapshotFrom<typeof appearanceMachine>;

/** A group of appearance options, without texts. */
interface Group {
  /** Name of the group, from which message ids derive: `appearance.<name>.<value>`. */
  readonly name: string;
  readonly chosen: string | null;
  readonly options: readonly { readonly value: string; readonly event: Event; readonly off?: boolean }[];
  /** Message id. */
  readonly hint?: string | undefined;
}

const menuOf = ({ value: { nav } }: Appearance) => {
  if ('overlay' in nav) return { layout: null, fold: null };
  if (nav.inline === 'horizontal') return { layout: 'horizontal', fold: null };
  return { layout: 'vertical', fold: nav.inline.vertical };
};

const colourGroups = ({ value: { accent, theme, skin } }: Appearance): readonly Group[] => [
  {
    name: 'accent',
    chosen: accent,
    options: ACCENTS.map(value => ({ value, event: { type: `accent.${value}` } })),
  },
  {
    name: 'theme',
    chosen: theme,
    options: THEMES.map(value => ({ value, event: { type: `theme.${value}` } })),
  },
  { name: 'skin', chosen: skin, options: SKINS.map(value => ({ value, event: { type: `skin.${value}` } })) },
];

const menuGroups = (appearance: Appearance): readonly Group[] => {
  const { layout, fold } = menuOf(appearance);
  return [
    {
      name: 'layout',
      chosen: layout,
      hint: layout === null ? 'appearance.layout.narrow' : undefined,
      options: (['vertical', 'horizontal'] as const).map(value => ({
        value,
        event: { type: `nav.${value}` },
        off: layout === null,
      })),
    },
    {
      name: 'menu',
      chosen: fold,
      options: (['wide', 'collapsed'] as const).map(value => ({
        value,
        event: { type: value === 'wide' ? 'nav.expand' : 'nav.collapse' },
        off: fold === null,
      })),
    },
  ];
};

const pageGroups = (appearance: Appearance): readonly Group[] => {
  const { navbar, blur, width } = appearance.value;
  const mayHide = navbar === 'hidden' || appearance.can({ type: 'navbar.hidden' });
  return [
    {
      name: 'navbar',
      chosen: navbar,
      hint: menuOf(appearance).layout === 'horizontal' ? 'appearance.navbar.horizontal' : undefined,
      options: NAVBARS.map(value => ({
        value,
        event: { type: `navbar.${value}` },
        off: value === 'hidden' && !mayHide,
      })),
    },
    {
      name: 'blur',
      chosen: blur,
      options: BLURS.map(value => ({ value, event: { type: `blur.${value}` }, off: navbar !== 'sticky' })),
    },
    {
      name: 'width',
      chosen: width,
      options: WIDTHS.map(value => ({ value, event: { type: `width.${value}` } })),
    },
  ];
};

/** The theme has the same name as in the navbar of every page. */
const legendOf = (name: string): string => (name === 'theme' ? 'shell.theme' : `appearance.${name}`);
const labelOf = (name: string, value: string): string =>
  name === 'theme' && value !== 'system' ? `shell.theme.${value}` : `appearance.${name}.${value}`;

/**
 * Dialog of the appearance settings, which apply immediately. The state is that of the appearance machine;
 * options that it would refuse are disabled.
 */
export const Customizer = () => {
  const intl = useIntl();
  const id = useId();
  const appearanceActor = useSelector(useConsole().actor, state => state.context.appearance);
  const appearance = useSelector(appearanceActor, snapshot => snapshot);
  const close = () => appearanceActor.send({ type: 'customizer.close' });
  const translate = (message: string) => intl.formatMessage({ id: message });

  return (
    <DialogBox labelledBy={id} className="modal customizer" light onLeave={close}>
      <header className="customizer-head">
        <div>
          <h2 id={id}>{translate('appearance.title')}</h2>
          <p>{translate('appearance.lead')}</p>
        </div>
        <IconButton icon="close" large data-first label={translate('shell.close')} onClick={close} />
      </header>
      <div className="customizer-body">
        {[...colourGroups(appearance), ...menuGroups(appearance), ...pageGroups(appearance)].map(
          ({ name, hint, options, chosen }) => (
            <Choices
              key={name}
              legend={translate(legendOf(name))}
              name={name}
              chosen={chosen}
              swatches={name === 'accent'}
              hint={hint && translate(hint)}
              options={options.map(option => ({ ...option, label: translate(labelOf(name, option.value)) }))}
            />
          ),
        )}
      </div>
      <footer className="customizer-foot">
        <button
          type="button"
          className="p-button p-button-secondary"
          onClick={() => appearanceActor.send({ type: 'reset' })}
        >
          <FormattedMessage id="appearance.reset" />
        </button>
      </footer>
    </DialogBox>
  );
};

interface ChoicesProps {
  readonly legend: string;
  readonly name: string;
  /** Null: the group does not apply to the current layout. */
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
  const appearanceActor = useSelector(useConsole().actor, state => state.context.appearance);
  const id = useId();
  return (
    <fieldset className="appearance" aria-describedby={hint === undefined ? undefined : id}>
      <legend>{legend}</legend>
      <div className={swatches ? 'appearance-swatches' : 'appearance-choices'}>
        {options.map(({ value, label, event, off }) => (
          <label
            key={value}
            className="appearance-choice"
            data-swatch={swatches ? value : undefined}
            title={swatches ? label : undefined}
          >
            <input
              type="radio"
              name={`${id}-${name}`}
              value={value}
              checked={chosen === value}
              disabled={off}
              onChange={() => appearanceActor.send(event)}
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
