import { useState, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../icon.tsx';
import { Popover } from '../popover.tsx';

interface Props {
  readonly title: string;
  readonly note: string;
  /** Box that contains the drawing. */
  readonly box: RefObject<HTMLDivElement | null>;
}

const FORMATS = ['png', 'svg'] as const;

/** Button with a menu that saves the chart as PNG or SVG, with title and note. */
const Saving = ({ title, note, box }: Props) => {
  const intl = useIntl();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={event => setAnchor(event.currentTarget)}>
        <Icon name="download" />
        <FormattedMessage id="chart.save" />
      </button>
      {anchor !== null && (
        <Popover
          anchor={anchor}
          label={intl.formatMessage({ id: 'chart.save' })}
          onClose={() => setAnchor(null)}
        >
          {FORMATS.map(format => (
            <button
              key={format}
              type="button"
              className="tp-item"
              onClick={() => {
                setAnchor(null);
                void import('./picture.ts').then(({ savePicture }) =>
                  savePicture(box.current, { title, note }, format),
                );
              }}
            >
              <FormattedMessage id={`chart.save_${format}`} />
            </button>
          ))}
        </Popover>
      )}
    </>
  );
};
export default Saving;
