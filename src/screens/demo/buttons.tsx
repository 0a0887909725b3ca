import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { LONG } from './hostile.ts';
import type { Sample } from './sample.ts';
import type { Speech } from './speech.ts';

const nothing = (): void => undefined;

/** Classes of the shell's buttons, shown normal, with icon, busy and disabled, like the tones of Button. */
const CLASSES = [
  'p-button',
  'p-button p-button-secondary',
  'p-button p-button-outlined',
  'p-button p-button-text',
  'p-button p-button-sm',
] as const;

export const buttons = ({ say }: Speech): readonly Sample[] => [
  {
    id: 'button-tones',
    name: say('demo.tones'),
    code: 'Button plain primary',
    draw: (
      <div className="demo-row">
        <Button label={say('deed.edit')} tone="primary" onClick={nothing} />
        <Button label={say('deed.restore')} onClick={nothing} />
        <Button label={say('filter.add')} icon={<Icon name="filter" />} opens onClick={nothing} />
        <Button
          label={say('grid.columns')}
          icon={<Icon name="columns" />}
          mark={<Icon name="unfold" />}
          onClick={nothing}
        />
        <Button label={say('deed.remove')} disabled onClick={nothing} />
        <Button label={LONG} onClick={nothing} />
      </div>
    ),
  },
  {
    id: 'button-classes',
    name: say('demo.sizes'),
    code: 'p-button icon-button',
    draw: (
      <div className="demo-stack">
        {CLASSES.map(name => (
          <div key={name} className="demo-row">
            <code>{name.replace(/^p-button /, '')}</code>
            <button type="button" className={name}>
              {say('editor.save')}
            </button>
            <button type="button" className={name}>
              <Icon name="plus" />
              {say('editor.save')}
            </button>
            <button type="button" className={name} aria-disabled="true">
              <span className="spinner" aria-hidden="true" />
              {say('editor.saving')}
            </button>
            <button type="button" className={name} disabled>
              {say('editor.save')}
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
