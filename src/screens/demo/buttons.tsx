import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { LONG } from './extreme-values.ts';
import type { Sample } from './sample.ts';
import type { Speech } from './demo-texts.ts';

const nothing = (): void => undefined;

/** Classes of the shell's buttons, shown normal, with icon, busy and disabled, like the tones of Button. */
const CLASSES = [
  'p-button',
  'p-button p-button-secondary',
  'p-button p-button-outlined',
  'p-button p-button-text',
  'p-button p-button-sm',
] as const;

export const buttons = ({ translate }: Speech): readonly Sample[] => [
  {
    id: 'button-tones',
    name: translate('demo.tones'),
    code: 'Button plain primary',
    draw: (
      <div className="demo-row">
        <Button label={translate('action.edit')} tone="primary" onClick={nothing} />
        <Button label={translate('action.restore')} onClick={nothing} />
        <Button label={translate('filter.add')} icon={<Icon name="filter" />} opens onClick={nothing} />
        <Button
          label={translate('grid.columns')}
          icon={<Icon name="columns" />}
          mark={<Icon name="unfold" />}
          onClick={nothing}
        />
        <Button label={translate('action.remove')} disabled onClick={nothing} />
        <Button label={LONG} onClick={nothing} />
      </div>
    ),
  },
  {
    id: 'button-classes',
    name: translate('demo.sizes'),
    code: 'p-button icon-button',
    draw: (
      <div className="demo-stack">
        {CLASSES.map(name => (
          <div key={name} className="demo-row">
            <code>{name.replace(/^p-button /, '')}</code>
            <button type="button" className={name}>
              {translate('editor.save')}
            </button>
            <button type="button" className={name}>
              <Icon name="plus" />
              {translate('editor.save')}
            </button>
            <button type="button" className={name} aria-disabled="true">
              <span className="spinner" aria-hidden="true" />
              {translate('editor.saving')}
            </button>
            <button type="button" className={name} disabled>
              {translate('editor.save')}
            </button>
          </div>
        ))}
        <div className="demo-row">
          <code>icon-button</code>
          {(['edit', 'close', 'previous', 'next'] as const).map(name => (
            <button key={name} type="button" className="icon-button" aria-label={name}>
              <Icon name={name} />
            </button>
          ))}
        </div>
      </div>
    ),
  },
];
